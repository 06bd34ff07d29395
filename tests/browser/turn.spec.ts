// A whole turn of each ruleset, driven by the strip of what is due: what the cards offer, what they grey and why, and what is
// due are compared with what the `battle` call answers for the same log.
import { type Locator, type Page } from '@playwright/test';
import type { Laid, Table } from './contract';
import { expect, test } from './page';
import { applyOutcome, checkOfLog, CHECKS_OUT, confirm, drawn, endPhase, fromMenu, log } from './play';
import { battle, lay, newUnit as unit, sameAsTheCall, script, stored, trackers } from './script';

interface Act {
  /** The unit whose card is tapped. */
  unit: string;
  procedure: string;
  /** Units that take the other roles, by name, in order. */
  against?: string[];
  /** Steppers to be set, by label. */
  fields?: Record<string, string>;
  /** Choices to be tapped, by label. */
  chosen?: string[];
  /** Done although a rule of the turn forbids it. */
  override?: boolean;
}

/** An act that a rule of the turn forbids, and the reason that the app gives. */
interface Wrong extends Act {
  why: string;
}

interface Plan {
  /** The battle, as the browser stores it. */
  header: Laid;
  /** Acts of each phase, done before what is due is settled. */
  acts: Record<string, Act[]>;
  /** For each phase, an act that is tried and refused before its duties are settled. */
  wrong: Record<string, Wrong>;
  /** Phases that are played, where a turn goes on until the cards are used up. */
  phases?: number;
}

/** Rules that hold while there is no occasion for an act: the call lists it as barred, and cards leave it out. */
const NO_OCCASION = ['unhurt', 'nothing_to_draw', 'nobody_falls_back', 'nothing_to_join', 'no_pursuit'];

/** What Next does by itself, and suggestions that nobody misses: they stand in no way of it. */
const NOTHING_LOST = ['rout_check', 'turn_end'];

const cardOf = (page: Page, unit: string) => page.locator(`#card-${unit}`);
const next = (page: Page) => page.locator('.next-phase');
const onTable = (page: Page) => page.getByRole('region', { name: 'Phase' }).waitFor();
const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });

/** Opens the rows of these units, or of all, and keeps them open, so that their offers are seen at once. */
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

/** What every card offers: by unit, by procedure, whether it may be done now, and if not, why. */
async function offered(page: Page): Promise<Record<string, Record<string, { may: boolean; why: string | null }>>> {
  await expect(page.locator('article.unit.blank')).toHaveCount(0);
  await openRows(page);
  await page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>('article.unit details.disclosure').forEach((own) => (own.open = true)),
  );
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  return page.evaluate(() => {
    const all: Record<string, Record<string, { may: boolean; why: string | null }>> = {};
    for (const card of document.querySelectorAll('article.unit')) {
      const own: (typeof all)[string] = (all[card.id.slice('card-'.length)] = {});
      for (const link of card.querySelectorAll<HTMLAnchorElement>('nav.offers a')) {
        const procedure = link.hash.split('/')[4];
        const may = link.getAttribute('aria-disabled') !== 'true';
        const why = may ? null : document.getElementById(link.getAttribute('aria-describedby')!)!.textContent;
        if (!own[procedure] || may) own[procedure] = { may, why };
      }
    }
    return all;
  });
}

/** What the strip lists as due: the reasons, in its order, and how many of them come first because they must be settled. */
async function due(page: Page): Promise<string[]> {
  return page.locator('.duties ol .duty small').allTextContents();
}

/** Rules are the same module in every engine: what is offered and refused is compared throughout in Chromium alone. */
const isThorough = (page: Page) => page.context().browser()?.browserType().name() === 'chromium';

/** What the call answers for the log so far; where everything is compared, it is what the app shows. */
const asTheCall = async (page: Page): Promise<Table> =>
  isThorough(page) ? offersAsTheCall(page) : (await battle(page, script(await stored(page)))).table;

/** Compares what the app shows with what the call answers for the same log. */
async function offersAsTheCall(page: Page) {
  const held = await stored(page);
  const own = script(held);
  const table = await sameAsTheCall(page, held);
  const named = (words: string) => held.header.sides.reduce((own, side, nth) => own.replaceAll(`Side ${'AB'[nth]}`, side.name), words);
  const shown = await offered(page);
  for (const [unit, offers] of Object.entries(table.offers)) {
    const occasions = offers.filter(({ rule }) => !rule || !NO_OCCASION.includes(rule));
    const wanted = Object.fromEntries(
      occasions.map(({ procedure, may, message }) => [procedure, { may, why: message ? named(message) : null }]),
    );
    expect(shown[unit], `offers of ${unit}`).toEqual(wanted);
  }
  const rows = await due(page);
  const answered: [string, boolean][] = table.due.map((duty) => [named(duty.message), duty.must]);
  expect([...rows].sort()).toEqual(answered.map(([why]) => why).sort());
  // Those that must be settled come first, and otherwise all stand in the order of the answer. What has time until a later
  // phase comes after what has not.
  const of = (must: boolean) => answered.filter((duty) => duty[1] === must).map(([why]) => why);
  const [must, can] = [of(true), of(false)];
  expect(rows.slice(must.length), 'what can be settled stands in the order of the answer').toEqual(can);
  const places = rows.slice(0, must.length).map((why) => must.indexOf(why));
  const runs = 1 + places.filter((place, nth) => nth > 0 && place < places[nth - 1]).length;
  expect(runs, 'what must be settled stands in the order of the answer: first that of this phase, then that of later ones').toBeLessThan(3);
  const refused = (await battle(page, { ...own, acts: [...own.acts, { act: 'next' }] })).acts.at(-1)?.status === 'refused';
  // Nor does it come first while something could still be done that it may give up.
  const left =
    table.due.some(({ procedure }) => !NOTHING_LOST.includes(procedure)) ||
    (table.active !== null && Number(table.sides[table.active as 'a' | 'b'].pips) > 0);
  await expect(next(page)).toHaveClass(refused || left ? /^(?!.*primary)/ : /primary/);
  return table;
}

async function show(page: Page, unit: string) {
  if (await cardOf(page, unit).isVisible()) return;
  const tabs = page.getByRole('group', { name: 'Sides' }).getByRole('button');
  await tabs.and(page.locator('[aria-pressed=false]')).click();
  await expect(cardOf(page, unit)).toBeVisible();
}

/** Opens a procedure from a unit's card, greyed or not. */
async function open(page: Page, unit: string, procedure: string) {
  await show(page, unit);
  const link = cardOf(page, unit).locator(`nav.offers a[href*="/do/${procedure}/"]`).first();
  await openRows(page, `#card-${unit}`);
  await page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>('article.unit details.disclosure').forEach((own) => (own.open = true)),
  );
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main.resolve')).toBeVisible();
}

/** Answers what must be answered before dice are rolled: the first choice of each question. */
async function answer(page: Page, ready: Locator) {
  const open = page.locator('.field.unsaid:visible, .candidate:visible').first();
  for (let n = 0; n < 12; n += 1) {
    await expect(ready.or(open).first()).toBeVisible();
    if (await ready.isVisible()) return;
    const list = open.locator('select');
    if (await open.evaluate((own) => own.matches('.candidate'))) await open.click();
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

/** What is done once in a turn, at the first chance. */
interface Once {
  reloaded: boolean;
  goneBack: boolean;
}

/** Rolls whatever is to be rolled with the dice of the app, and applies what it comes to. */
async function roll(page: Page, once: Once) {
  const rolling = page.locator('main .actions .primary:enabled');
  await answer(page, outcome(page).or(rolling).first());
  if (!(await outcome(page).isVisible())) {
    await rolling.click();
    const choice = page.locator('section.pad .tools button').first();
    while (!(await outcome(page).isVisible())) {
      await expect(outcome(page).or(choice).first()).toBeVisible();
      if (await choice.isVisible()) await choice.click();
      await drawn(page);
    }
    // In the middle of the roll the page is loaded again: the dice lie where they lay.
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
  // Back leads to no panel that could be applied again.
  if (!once.goneBack) {
    once.goneBack = true;
    const table = page.url();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Apply to the table' })).toHaveCount(0);
    await page.goto(table);
    await onTable(page);
  }
}

async function pick(page: Page, names: string[]) {
  for (const name of names) {
    // Of a group, one is added for each blow that is struck at it.
    const oneMore = page.getByRole('button', { name: `${name}: one more`, exact: true });
    const candidate = page.locator('.candidate:visible', { hasText: name }).or(oneMore).first();
    if (!(await candidate.isVisible())) await page.locator('section.role.enemy > .who').first().click();
    await candidate.click();
  }
  // A list of several stays open until players have done with it.
  const done = page.locator('section.role.enemy').getByRole('button', { name: 'Done' });
  if (await done.isVisible()) await done.click();
}

async function fill(page: Page, act: Act) {
  await pick(page, act.against ?? []);
  for (const label of act.chosen ?? []) await page.locator('form.questions').getByText(label, { exact: true }).first().click();
  for (const [label, value] of Object.entries(act.fields ?? {})) {
    const field = page.getByRole('textbox', { name: label }).first();
    await field.fill(value);
    await field.blur();
  }
}

async function perform(page: Page, act: Act, once: Once) {
  await open(page, act.unit, act.procedure);
  await fill(page, act);
  if (act.override) {
    await expect(page.getByRole('button', { name: 'Do it anyway' })).toBeVisible();
    await expect(page.locator('main .actions .primary:enabled')).toHaveCount(0);
    await expect(outcome(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Do it anyway' }).click();
    await expect(page.locator('.overridden')).toContainText('Overridden:');
  }
  await roll(page, once);
}

/** Tries an act that a rule of the turn forbids: its panel gives the reason, and neither dice nor outcome. */
async function tryWrong(page: Page, wrong: Wrong) {
  await open(page, wrong.unit, wrong.procedure);
  await pick(page, wrong.against ?? []);
  await expect(page.locator('.barred [role=alert]')).toContainText(wrong.why);
  await expect(page.getByRole('button', { name: 'Do it anyway' })).toBeVisible();
  await expect(page.locator('main .actions .primary:enabled')).toHaveCount(0);
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Apply to the table' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await onTable(page);
}

/** Settles what must be settled, in the order of the strip. */
async function settle(page: Page, once: Once) {
  const compulsory = page.locator('.duties .duty.primary');
  for (let n = 0; (await compulsory.count()) > 0; n += 1) {
    expect(n, 'duties come to an end').toBeLessThan(40);
    const why = (await due(page))[0];
    await compulsory.click();
    await expect(page.locator('main.resolve')).toBeVisible();
    await roll(page, once);
    expect((await due(page))[0], 'the first duty is settled').not.toBe(why);
  }
}

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const redo = (page: Page) => page.getByRole('button', { name: /^Redo: /, includeHidden: true });

async function wholeTurn(page: Page, plan: Plan) {
  await lay(page, plan.header, 'turn');
  let table = await offersAsTheCall(page);
  const start = await stored(page);
  const once: Once = { reloaded: false, goneBack: false };
  let asked = false;
  for (let phases = 0; table.turn === 1 && phases !== plan.phases; phases += 1) {
    expect(phases, 'the turn comes to an end').toBeLessThan(30);
    for (const act of plan.acts[table.phase] ?? []) {
      await perform(page, act, once);
      table = await asTheCall(page);
    }
    if (!asked && (await page.locator('.duties .duty.primary').count()) > 0) {
      // Next does not pass over what must be settled: it lists it.
      await confirm(next(page));
      const dialog = page.getByRole('dialog', { name: 'Before the next phase' });
      await expect(dialog.getByRole('button', { name: 'Skip them' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      asked = true;
    }
    const phase = table.phase;
    const wrong = plan.wrong[phase];
    expect(wrong, `a wrong act in the phase ${phase}`).toBeDefined();
    if (phases === 0 || isThorough(page)) await tryWrong(page, wrong);
    await settle(page, once);
    table = await asTheCall(page);
    // What was settled last may have led on to the next phase by itself.
    if (table.phase !== phase) continue;
    await endPhase(page);
    table = await asTheCall(page);
  }
  expect([asked, once.reloaded, once.goneBack], 'Next asked; a roll survived a reload; nothing was applied twice').toEqual([
    true,
    true,
    true,
  ]);

  // Everything is undone, and redone; of a turn that is not compared throughout, what came last.
  const end = await trackers(page, await stored(page));
  const most = isThorough(page) ? Infinity : 3;
  for (let undone = 0; undone < most && (await undo(page).isEnabled()); undone += 1) {
    await undo(page).click();
    await drawn(page);
  }
  if (isThorough(page)) await expect.poll(async () => trackers(page, await stored(page))).toEqual(await trackers(page, start));
  else expect(await trackers(page, await stored(page))).not.toEqual(end);
  await offersAsTheCall(page);
  // With nothing left to redo it has another name.
  while ((await redo(page).count()) > 0) {
    await fromMenu(page, redo(page));
    await drawn(page);
  }
  await expect.poll(async () => trackers(page, await stored(page))).toEqual(end);
  await offersAsTheCall(page);

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
  const foot = { pikes: 8, muskets: 16, morale_class: 'average' };
  const horse = { troop_type: 'horse', figures: 12, morale_class: 'average' };
  await wholeTurn(page, {
    header: {
      ruleset: 'pike_and_shot',
      units: [
        unit('r1', 0, 'Skippon', foot),
        unit('r2', 0, 'Manchester', foot),
        unit('r3', 0, 'Montagu', foot),
        unit('r4', 0, 'Cromwell', horse),
        unit('k1', 1, 'Newcastle', foot),
        unit('k2', 1, 'Tillier', foot),
        // Of a good class: its charge is sure to be made.
        unit('k3', 1, 'Rupert', { ...horse, morale_class: 'good' }),
        unit('k4', 1, 'Byron', horse),
      ],
    },
    acts: {
      charges: [{ unit: 'k3', procedure: 'reaction_charge', against: ['Skippon'] }],
      other_moves: [{ unit: 'r2', procedure: 'movement_allowance' }],
      other_fire: [{ unit: 'r2', procedure: 'infantry_fire', against: ['Tillier'], fields: { Range: '4' }, override: true }],
    },
    wrong: {
      charges: { unit: 'k1', procedure: 'reaction_stand', why: 'Nobody charges it.' },
      charge_moves: { unit: 'r2', procedure: 'movement_allowance', why: 'Only units that charge move now.' },
      charge_fire: { unit: 'r2', procedure: 'infantry_fire', against: ['Tillier'], why: 'Fire at units that charge or are charged' },
      melee: { unit: 'k2', procedure: 'movement_allowance', why: 'This belongs to another phase.' },
      other_moves: { unit: 'r2', procedure: 'movement_allowance', why: 'It has made its move.' },
      other_fire: { unit: 'r2', procedure: 'infantry_fire', why: 'It has fired this bound.' },
      rest: { unit: 'r2', procedure: 'rest', why: 'A unit that moved has not rested.' },
      generals: { unit: 'r3', procedure: 'rousing_speech', why: 'No general is with it.' },
    },
  });
});

test('a whole turn of Argad!', { tag: ['@engines', '@phone'] }, async ({ page }) => {
  test.setTimeout(180_000);
  const shot = { figures: 3, missile: ['short_arquebus'] };
  await wholeTurn(page, {
    header: {
      ruleset: 'argad',
      units: [
        // The long arquebus is fired standing still.
        unit('u1', 0, 'Arquebusiers', { figures: 3, missile: ['long_arquebus'] }),
        // So many that some hit, and who falls of two units in one group must be drawn.
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
    wrong: {
      start: { unit: 'k1', procedure: 'move', why: 'Not in this phase' },
      declare: { unit: 'k2', procedure: 'shoot', why: 'Not in this phase' },
      move: { unit: 'u1', procedure: 'move', why: 'Has moved' },
      shoot: { unit: 'k2', procedure: 'reload', why: 'Everything is loaded' },
      melee: { unit: 'k1', procedure: 'move', why: 'Not in this phase' },
      reload: { unit: 'k2', procedure: 'reload', why: 'Everything is loaded' },
      end: { unit: 'k2', procedure: 'shoot', why: 'Not in this phase' },
    },
  });
});

test('a whole turn of Arquebusier!', { tag: '@engines' }, async ({ page }) => {
  test.setTimeout(180_000);
  const foot = (type: string) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });
  await wholeTurn(page, {
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
    wrong: {
      commands: { unit: 'p1', procedure: 'command', why: 'It has had its command this turn.' },
      shooting: { unit: 'p2', procedure: 'shooting', why: 'Holles: already shot this turn.' },
      // Nobody shoots at it, so that it is there whatever the dice say.
      move: { unit: 'k3', procedure: 'movement_allowance', why: 'Byron: no command to move was obeyed.' },
      melee: { unit: 'p1', procedure: 'melee', why: 'They are not in contact.' },
      end: { unit: 'p1', procedure: 'shooting', why: 'This belongs to another step of the turn.' },
    },
  });
});

test('a whole turn of Pikette Squared', { tag: '@engines' }, async ({ page }) => {
  test.setTimeout(240_000);
  const of = (army: string) => (id: string, side: number, row: string) => unit(id, side, `${army} ${row}`, { army, row });
  const [french, spanish] = [of('french'), of('spanish')];
  await wholeTurn(page, {
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
      // The card in play is another, or none.
      first_side: [{ unit: 'f2', procedure: 'courage_check', override: true }],
    },
    wrong: {
      turn_start: { unit: 's1', procedure: 'fight', why: 'The initiative is not with' },
      initiative: { unit: 'f2', procedure: 'move', why: 'The initiative is not with' },
      first_side: { unit: 'f3', procedure: 'rally_check', why: 'It is in good order: there is nothing to rally.' },
      second_side: { unit: 's1', procedure: 'chip_check', why: 'A unit is chipped right after a result that allows it, and once.' },
    },
    // The set-up, the roll for the initiative, and both sides' initiatives.
    phases: 4,
  });
});
