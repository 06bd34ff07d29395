// A whole turn of each ruleset, played by the strip of duties. The offers of the cards, the reasons of greyed ones and the duties are
// compared with the result of the contract's `battle` for the same log.
import { type Locator, type Page } from '@playwright/test';
import type { Laid, Table } from './contract';
import { expect, test } from './page';
import { applyOutcome, checkOfLog, CHECKS_OUT, confirm, drawn, endPhase, fromMenu, log } from './play';
import { battle, lay, newUnit as unit, expectSameAsContract, script, stored, trackers, foot } from './script';
import { outcome } from './regiments';

interface Act {
  /** The unit whose card offers the act. */
  unit: string;
  procedure: string;
  /** Names of the units in the other roles, in order. */
  against?: string[];
  /** Values of steppers by label. */
  fields?: Record<string, string>;
  /** Labels of options to choose. */
  chosen?: string[];
  /** True if the act overrides a rule of the turn. */
  override?: boolean;
}

/** An act that a rule of the turn forbids, and the reason that the app gives. */
interface Forbidden extends Act {
  why: string;
}

interface Plan {
  /** The battle to store. */
  header: Laid;
  /** Acts of each phase, done before its duties. */
  acts: Record<string, Act[]>;
  /** For each phase, an act that is tried and refused before its duties. */
  forbidden: Record<string, Forbidden>;
  /** Number of phases to play, if a turn continues until the cards are used up. */
  phases?: number;
}

/** Rules about acts that have no occasion. The contract lists such acts as forbidden, but cards do not show them. */
const NO_OCCASION = ['unhurt', 'nothing_to_draw', 'nobody_falls_back', 'nothing_to_join', 'no_pursuit'];

/** Duties that Next does itself, and optional ones without a loss. Next is the primary button despite them. */
const NOTHING_LOST = ['rout_check', 'turn_end'];

const cardOf = (page: Page, unit: string) => page.locator(`#card-${unit}`);
const next = (page: Page) => page.locator('.next-phase');
const onTable = (page: Page) => page.getByRole('region', { name: 'Phase' }).waitFor();

/** Opens the rows of these units, so that their offers are visible. The rows stay open. */
async function openRows(page: Page, units = 'article.unit') {
  await page.evaluate(async (units) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (const row of document.querySelectorAll(units)) {
      const pin = () => row.querySelector<HTMLElement>('.pin');
      if (!pin()) row.querySelector<HTMLElement>('.unit-row')!.click();
      await drawn();
      if (pin()?.getAttribute('aria-pressed') === 'false') pin()!.click();
    }
    await drawn();
  }, units);
}

/** The offers of all cards, by unit and procedure: whether the act is possible now, and otherwise the reason. */
async function readOffers(page: Page): Promise<Record<string, Record<string, { may: boolean; why: string | null }>>> {
  await expect(page.locator('article.unit.blank')).toHaveCount(0);
  await openRows(page);
  await page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>('article.unit details.disclosure').forEach((details) => (details.open = true)),
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  return page.evaluate(() => {
    const all: Record<string, Record<string, { may: boolean; why: string | null }>> = {};
    for (const card of document.querySelectorAll('article.unit')) {
      const cardOffers: (typeof all)[string] = (all[card.id.slice('card-'.length)] = {});
      for (const link of card.querySelectorAll<HTMLAnchorElement>('nav.offers a')) {
        const procedure = link.hash.split('/')[4];
        const may = link.getAttribute('aria-disabled') !== 'true';
        const why = may ? null : document.getElementById(link.getAttribute('aria-describedby')!)!.textContent;
        if (!cardOffers[procedure] || may) cardOffers[procedure] = { may, why };
      }
    }
    return all;
  });
}

/** The reasons of the duties in the strip, in their order. */
async function readDuties(page: Page): Promise<string[]> {
  return page.locator('.duties ol .duty small').allTextContents();
}

/** True in Chromium. Only there all offers are compared, because the rules are the same module in every browser. */
const isThorough = (page: Page) => page.context().browser()?.browserType().name() === 'chromium';

/** The contract's table for the log so far. In Chromium, also compares the offers. */
const tableFromContract = async (page: Page): Promise<Table> =>
  isThorough(page) ? expectOffersAsContract(page) : (await battle(page, script(await stored(page)))).table;

/** Expects that the app shows the offers and duties of the contract for the same log. Returns the contract's table. */
async function expectOffersAsContract(page: Page) {
  const battleNow = await stored(page);
  const scriptSoFar = script(battleNow);
  const table = await expectSameAsContract(page, battleNow);
  const withNames = (words: string) =>
    battleNow.header.sides.reduce((replaced, side, nth) => replaced.replaceAll(`Side ${'AB'[nth]}`, side.name), words);
  const shown = await readOffers(page);
  for (const [unit, offers] of Object.entries(table.offers)) {
    const occasions = offers.filter(({ rule }) => !rule || !NO_OCCASION.includes(rule));
    const expected = Object.fromEntries(
      occasions.map(({ procedure, may, message }) => [procedure, { may, why: message ? withNames(message) : null }]),
    );
    expect(shown[unit], `offers of ${unit}`).toEqual(expected);
  }
  const rows = await readDuties(page);
  const answered: [string, boolean][] = table.due.map((duty) => [withNames(duty.message), duty.must]);
  const isListed = (why: string) => rows.includes(why);
  expect(
    rows.filter((row) => !answered.some(([why]) => why === row)),
    'every duty of the strip is the contract’s',
  ).toEqual([]);
  // Duties that several units can do as one act are one button.
  if (!answered.every(([why]) => isListed(why))) await expect(page.locator('.duties .joint-act').first()).toBeAttached();
  // Compulsory duties come first: those of this phase, then those of later phases. Otherwise, the order is the contract's.
  const of = (must: boolean) =>
    answered
      .filter((duty) => duty[1] === must)
      .map(([why]) => why)
      .filter(isListed);
  const [must, can] = [of(true), of(false)];
  expect(rows.slice(must.length), 'optional duties are in the contract’s order').toEqual(can);
  const positions = rows.slice(0, must.length).map((why) => must.indexOf(why));
  const runs = 1 + positions.filter((position, nth) => nth > 0 && position < positions[nth - 1]).length;
  expect(runs, 'compulsory duties are in the contract’s order: first those of this phase, then those of later ones').toBeLessThan(3);
  const refused = (await battle(page, { ...scriptSoFar, acts: [...scriptSoFar.acts, { act: 'next' }] })).acts.at(-1)?.status === 'refused';
  // Next is not the primary button while it is refused, or while it would give up acts or pips.
  const left =
    table.due.some(({ procedure }) => !NOTHING_LOST.includes(procedure)) ||
    (table.active !== null && Number(table.sides[table.active as 'a' | 'b'].pips) > 0);
  await expect(next(page)).toHaveClass(refused || left ? /^(?!.*primary)/ : /primary/);
  return table;
}

async function showSideOf(page: Page, unit: string) {
  if (await cardOf(page, unit).isVisible()) return;
  const tabs = page.getByRole('group', { name: 'Sides' }).getByRole('button');
  await tabs.and(page.locator('[aria-pressed=false]')).click();
  await expect(cardOf(page, unit)).toBeVisible();
}

/** Opens a procedure from a unit's card, greyed or not. */
async function open(page: Page, unit: string, procedure: string) {
  await showSideOf(page, unit);
  const link = cardOf(page, unit).locator(`nav.offers a[href*="/do/${procedure}/"]`).first();
  await openRows(page, `#card-${unit}`);
  await page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>('article.unit details.disclosure').forEach((details) => (details.open = true)),
  );
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main.resolve')).toBeVisible();
}

/** Answers all open questions of a panel with their first option. */
async function answerQuestions(page: Page, ready: Locator) {
  const open = page.locator('.field.missing:visible, .candidate:visible').first();
  for (let n = 0; n < 12; n += 1) {
    await expect(ready.or(open).first()).toBeVisible();
    if (await ready.isVisible()) return;
    const list = open.locator('select');
    if (await open.evaluate((element) => element.matches('.candidate'))) await open.click();
    else if (await list.count()) await list.selectOption({ index: 1 });
    else if (await open.locator('label').count()) await open.locator('label').first().click();
    else
      await open
        .getByRole('textbox')
        .first()
        .fill('4')
        .then(() => page.keyboard.press('Tab'));
  }
}

/** Checks that are made once in a turn, at the first opportunity. */
interface Once {
  reloaded: boolean;
  goneBack: boolean;
}

/** Rolls with the app's dice, and applies the outcome. */
async function roll(page: Page, once: Once) {
  const rolling = page.locator('main .actions .primary:enabled');
  await answerQuestions(page, outcome(page).or(rolling).first());
  const decision = page.locator('main section.decision');
  if (await decision.isVisible()) {
    // The choice of the act is a row of buttons: a tap does it, or dice follow.
    await rolling.click();
    await expect(decision).toHaveCount(0);
    const onPhase = page.getByRole('region', { name: 'Phase' });
    await expect(onPhase.or(rolling).first()).toBeVisible();
    if (await onPhase.isVisible()) return;
  }
  if (!(await outcome(page).isVisible())) {
    await rolling.click();
    const choice = page.locator('section.pad .tools button').first();
    while (!(await outcome(page).isVisible())) {
      await expect(outcome(page).or(choice).first()).toBeVisible();
      if (await choice.isVisible()) await choice.click();
      await drawn(page);
    }
    // Reloads the page in the middle of a roll: the dice are still there.
    if (!once.reloaded) {
      once.reloaded = true;
      const words = await outcome(page).locator('.headline').first().textContent();
      await page.reload();
      await expect(outcome(page).locator('.headline').first()).toHaveText(words!);
    }
  }
  await applyOutcome(page);
  const back = page.getByRole('link', { name: 'Back to the table' });
  await expect(back.or(page.getByRole('region', { name: 'Phase' })).first()).toBeVisible();
  if (await back.isVisible()) await back.click();
  await onTable(page);
  // Back does not lead to a panel that could be applied again.
  if (!once.goneBack) {
    once.goneBack = true;
    const table = page.url();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Apply to the table' })).toHaveCount(0);
    await page.goto(table);
    await onTable(page);
  }
}

async function choosePartners(page: Page, names: string[]) {
  for (const name of names) {
    // A group is added once for each blow at it.
    const more = page.getByRole('button', { name: `${name}: more`, exact: true });
    const candidate = page.locator('.candidate:visible', { hasText: name }).or(more).first();
    if (!(await candidate.isVisible())) await page.locator('section.role.enemy > .who').first().click();
    await candidate.click();
  }
  // A list for several units stays open until the players close it.
  const done = page.locator('section.role.enemy').getByRole('button', { name: 'Done' });
  if (await done.isVisible()) await done.click();
}

async function fillForm(page: Page, act: Act) {
  await choosePartners(page, act.against ?? []);
  for (const label of act.chosen ?? []) await page.locator('form.questions').getByText(label, { exact: true }).first().click();
  for (const [label, value] of Object.entries(act.fields ?? {})) {
    const field = page.getByRole('textbox', { name: label }).first();
    await field.fill(value);
    await field.blur();
  }
}

async function perform(page: Page, act: Act, once: Once) {
  await open(page, act.unit, act.procedure);
  await fillForm(page, act);
  if (act.override) {
    await expect(page.getByRole('button', { name: 'Do it anyway' })).toBeVisible();
    await expect(page.locator('main .actions .primary:enabled')).toHaveCount(0);
    await expect(outcome(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Do it anyway' }).click();
    await expect(page.locator('.overridden')).toContainText('Overridden:');
  }
  await roll(page, once);
}

/** Tries an act that a rule of the turn forbids: its panel shows the reason, and neither dice nor an outcome. */
async function tryForbidden(page: Page, wrong: Forbidden) {
  await open(page, wrong.unit, wrong.procedure);
  await choosePartners(page, wrong.against ?? []);
  await expect(page.locator('.barred [role=alert]')).toContainText(wrong.why);
  await expect(page.getByRole('button', { name: 'Do it anyway' })).toBeVisible();
  await expect(page.locator('main .actions .primary:enabled')).toHaveCount(0);
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Apply to the table' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await onTable(page);
}

/** Settles the compulsory duties, in the order of the strip. */
async function settleDuties(page: Page, once: Once) {
  const compulsory = page.locator('.duties .duty.primary');
  for (let n = 0; (await compulsory.count()) > 0; n += 1) {
    expect(n, 'the duties end').toBeLessThan(40);
    const why = (await readDuties(page))[0];
    await compulsory.click();
    const panel = page.locator('main.resolve');
    // A tap settles a duty that needs neither dice nor an answer.
    await expect.poll(async () => (await panel.isVisible()) || (await readDuties(page))[0] !== why).toBe(true);
    if (await panel.isVisible()) await roll(page, once);
    expect((await readDuties(page))[0], 'the first duty is settled').not.toBe(why);
  }
}

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const redo = (page: Page) => page.getByRole('button', { name: /^Redo: /, includeHidden: true });

async function playTurn(page: Page, plan: Plan) {
  await lay(page, plan.header, 'turn');
  let table = await expectOffersAsContract(page);
  const start = await stored(page);
  const once: Once = { reloaded: false, goneBack: false };
  let asked = false;
  for (let phases = 0; table.turn === 1 && phases !== plan.phases; phases += 1) {
    expect(phases, 'the turn ends').toBeLessThan(30);
    for (const act of plan.acts[table.phase] ?? []) {
      await perform(page, act, once);
      table = await tableFromContract(page);
    }
    if (!asked && (await page.locator('.duties .duty.primary').count()) > 0) {
      // Next does not skip compulsory duties: it lists them.
      await confirm(next(page));
      const dialog = page.getByRole('dialog', { name: 'Before the next phase' });
      const listed = await dialog.getByRole('listitem').count();
      await expect(dialog.getByRole('button', { name: listed === 1 ? 'Skip it' : 'Skip them' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      asked = true;
    }
    const phase = table.phase;
    const wrong = plan.forbidden[phase];
    expect(wrong, `a forbidden act in the phase ${phase}`).toBeDefined();
    if (phases === 0 || isThorough(page)) await tryForbidden(page, wrong);
    await settleDuties(page, once);
    table = await tableFromContract(page);
    // The last duty may have started the next phase automatically.
    if (table.phase !== phase) continue;
    await endPhase(page);
    table = await tableFromContract(page);
  }
  expect([asked, once.reloaded, once.goneBack], 'Next asked; a roll survived a reload; Back was tried').toEqual([true, true, true]);

  // Undoes and redoes everything, or only the last acts if not all offers are compared.
  const end = await trackers(page, await stored(page));
  const most = isThorough(page) ? Infinity : 3;
  for (let undone = 0; undone < most && (await undo(page).isEnabled()); undone += 1) {
    await undo(page).click();
    await drawn(page);
  }
  if (isThorough(page)) await expect.poll(async () => trackers(page, await stored(page))).toEqual(await trackers(page, start));
  else expect(await trackers(page, await stored(page))).not.toEqual(end);
  await expectOffersAsContract(page);
  // The button has another name when there is nothing to redo.
  while ((await redo(page).count()) > 0) {
    await fromMenu(page, redo(page));
    await drawn(page);
  }
  await expect.poll(async () => trackers(page, await stored(page))).toEqual(end);
  await expectOffersAsContract(page);

  // The overridden rule is shown.
  const entries = await log(page);
  const overridden = Object.values(plan.acts)
    .flat()
    .filter((act) => act.override).length;
  expect(entries.filter((entry) => entry.includes('Override:'))).toHaveLength(overridden);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
}

test('a whole bound of Pike & Shot', { tag: ['@engines', '@phone'] }, async ({ page }) => {
  test.setTimeout(180_000);
  const horse = { troop_type: 'horse', figures: 12, morale_class: 'average' };
  await playTurn(page, {
    header: {
      ruleset: 'pike_and_shot',
      units: [
        unit('r1', 0, 'Skippon', foot),
        unit('r2', 0, 'Manchester', foot),
        unit('r3', 0, 'Montagu', foot),
        unit('r4', 0, 'Cromwell', horse),
        unit('k1', 1, 'Newcastle', foot),
        unit('k2', 1, 'Tillier', foot),
        // A good morale class, so that its charge always succeeds.
        unit('k3', 1, 'Rupert', { ...horse, morale_class: 'good' }),
        unit('k4', 1, 'Byron', horse),
      ],
    },
    acts: {
      charges: [{ unit: 'k3', procedure: 'reaction_charge', against: ['Skippon'] }],
      other_moves: [{ unit: 'r2', procedure: 'movement_allowance' }],
      other_fire: [{ unit: 'r2', procedure: 'infantry_fire', against: ['Tillier'], fields: { Range: '4' }, override: true }],
    },
    forbidden: {
      charges: { unit: 'k1', procedure: 'reaction_stand', why: 'Newcastle: charged by nobody.' },
      charge_moves: { unit: 'r2', procedure: 'movement_allowance', why: 'Only units that charge move now.' },
      charge_fire: { unit: 'r2', procedure: 'infantry_fire', against: ['Tillier'], why: 'Fire at units that charge or are charged' },
      melee: { unit: 'k2', procedure: 'movement_allowance', why: 'This belongs to another phase.' },
      other_moves: { unit: 'r2', procedure: 'movement_allowance', why: 'Manchester: move already made.' },
      other_fire: { unit: 'r2', procedure: 'infantry_fire', why: 'Manchester: already fired this bound.' },
      rest: { unit: 'r2', procedure: 'rest', why: 'Manchester: moved this bound, so no rest.' },
      generals: { unit: 'r3', procedure: 'rousing_speech', why: 'Montagu: no general is there.' },
    },
  });
});

test('a whole turn of Argad!', { tag: ['@engines', '@phone'] }, async ({ page }) => {
  test.setTimeout(180_000);
  const shot = { figures: 3, missile: ['short_arquebus'] };
  await playTurn(page, {
    header: {
      ruleset: 'argad',
      units: [
        // The long arquebus is fired standing still.
        unit('u1', 0, 'Arquebusiers', { figures: 3, missile: ['long_arquebus'] }),
        // Enough figures for certain hits, so that losses in a group of two units must be drawn.
        unit('u2', 0, 'Musketeers', { ...shot, figures: 12 }),
        unit('u3', 0, 'Pikemen', { figures: 4 }),
        unit('u4', 0, 'Drummer', { figures: 1 }),
        unit('k1', 1, 'Swordsmen', { figures: 10 }),
        unit('k2', 1, 'Caliver men', shot),
        unit('k3', 1, 'Halberdiers', { figures: 10 }),
        unit('k4', 1, 'Ensign', { figures: 1 }),
      ],
    },
    acts: {
      move: [{ unit: 'u1', procedure: 'move' }],
      shoot: [
        { unit: 'u1', procedure: 'shoot', against: ['Halberdiers'], fields: { 'Range, cm': '8' }, override: true },
        { unit: 'u2', procedure: 'shoot', against: ['Swordsmen', 'Halberdiers'], fields: { 'Range, cm': '8' } },
      ],
      melee: [{ unit: 'u3', procedure: 'melee', against: ['Swordsmen'] }],
    },
    forbidden: {
      start: { unit: 'k1', procedure: 'move', why: 'Not in this phase' },
      declare: { unit: 'k2', procedure: 'shoot', why: 'Not in this phase' },
      move: { unit: 'u1', procedure: 'move', why: 'already moved' },
      shoot: { unit: 'k2', procedure: 'reload', why: 'everything is loaded' },
      melee: { unit: 'k1', procedure: 'move', why: 'Not in this phase' },
      reload: { unit: 'k2', procedure: 'reload', why: 'everything is loaded' },
      end: { unit: 'k2', procedure: 'shoot', why: 'Not in this phase' },
    },
  });
});

test('a whole turn of Arquebusier!', { tag: '@engines' }, async ({ page }) => {
  test.setTimeout(180_000);
  const foot = (type: string) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });
  await playTurn(page, {
    header: {
      ruleset: 'arquebusier',
      units: [
        unit('p1', 0, 'Skippon', foot('firearm')),
        unit('p2', 0, 'Holles', foot('firearm')),
        unit('p3', 0, 'Browne', foot('dragoon')),
        unit('p4', 0, 'Clubmen', { nature: 'irregular', groups: [{ type: 'mob', elements: 6, front: 3 }] }),
        unit('k1', 1, 'Tillier', foot('firearm')),
        unit('k2', 1, 'Lifeguard', foot('firearm')),
        unit('k3', 1, 'Byron', foot('harquebusier')),
        unit('k4', 1, 'Rustics', { nature: 'irregular', groups: [{ type: 'mob', elements: 6, front: 3 }] }),
      ],
    },
    acts: {
      commands: [{ unit: 'p1', procedure: 'command' }],
      shooting: [
        { unit: 'p2', procedure: 'shooting', against: ['Tillier'], fields: { Range: '12' } },
        { unit: 'p2', procedure: 'shooting', against: ['Lifeguard'], fields: { Range: '12' }, override: true },
      ],
    },
    forbidden: {
      commands: { unit: 'p1', procedure: 'command', why: 'already commanded this turn.' },
      shooting: { unit: 'p2', procedure: 'shooting', why: 'Holles: already shot this turn.' },
      // No unit shoots at this one, so that it survives with any dice.
      move: { unit: 'k3', procedure: 'movement_allowance', why: 'Byron: no command to move was obeyed.' },
      melee: { unit: 'p1', procedure: 'melee', why: 'No contact between these formations.' },
      end: { unit: 'p1', procedure: 'shooting', why: 'This belongs to another step of the turn.' },
    },
  });
});

test('a whole turn of Pikette Squared', { tag: '@engines' }, async ({ page }) => {
  test.setTimeout(240_000);
  const of = (army: string) => (id: string, side: number, row: string) => unit(id, side, `${army} ${row}`, { army, row });
  const [french, spanish] = [of('french'), of('spanish')];
  await playTurn(page, {
    header: {
      ruleset: 'pikette_squared',
      units: [
        french('f1', 0, 'gendarmes'),
        french('f2', 0, 'pike'),
        french('f3', 0, 'militia'),
        french('f4', 0, 'cannon'),
        spanish('s1', 1, 'pike'),
        spanish('s2', 1, 'lancers'),
        spanish('s3', 1, 'musketeers'),
        spanish('s4', 1, 'musketeers'),
      ],
    },
    acts: {
      // Another card is in play, or none.
      first_side: [{ unit: 'f2', procedure: 'courage_check', override: true }],
    },
    forbidden: {
      turn_start: { unit: 's1', procedure: 'fight', why: 'The initiative is not with' },
      initiative: { unit: 'f2', procedure: 'move', why: 'The initiative is not with' },
      first_side: { unit: 'f3', procedure: 'rally_check', why: 'in good order, so nothing to rally.' },
      second_side: { unit: 's1', procedure: 'chip_check', why: 'a unit is chipped right after a result that allows it, and once.' },
    },
    // The set-up, the roll for initiative, and the initiatives of both sides.
    phases: 4,
  });
});
