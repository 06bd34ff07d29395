// The main jobs in WebKit, the engine of every iPhone: `cargo xtask test --only webkit`. WebKitGTK lacks two functions of Safari:
// sharing, and asking the browser to keep storage.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { open } from './browser.js';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };
const DIST = process.env.DRUMHEAD_DIST ?? join(import.meta.dirname, '../../dist');

/** A host of the app in another process, so that it can be killed. */
class Host {
  async start() {
    this.process = fork(join(import.meta.dirname, '../browser/host.js'), [DIST, '/', '0']);
    const [{ port }] = await once(this.process, 'message');
    this.address = `http://127.0.0.1:${port}/`;
  }

  async stop() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }
}

/** The saved text of an object: version, checksum and JSON. */
function seal(object) {
  const json = JSON.stringify(object);
  const versions = Buffer.alloc(8);
  versions.writeUInt32LE(1, 0);
  versions.writeUInt32LE(1, 4);
  return `1.1.${crc32(Buffer.concat([versions, Buffer.from(json)]))
    .toString(16)
    .padStart(8, '0')}.${json}`;
}

const unit = (id, side, name, profile) => ({ id, side, profile: { name, ...profile } });
const elements = (type) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });

/** Replaces the camera by a stream that shows the page's code, turned a little. Runs inside the page. */
async function fakeCamera(done) {
  const code = new XMLSerializer().serializeToString(document.querySelector('svg[role=img]'));
  const picture = new Image();
  // The page's styles do not apply to the picture.
  picture.src = `data:image/svg+xml,${encodeURIComponent(code.replace('class="light"', 'fill="white"'))}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
  setInterval(() => {
    const context = canvas.getContext('2d');
    context.resetTransform();
    context.fillStyle = '#ddd';
    context.fillRect(0, 0, 640, 640);
    context.translate(320, 320);
    context.rotate(0.1);
    context.drawImage(picture, -250, -250, 500, 500);
  }, 40);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(25);
  done();
}

/** For each ruleset, two units and an act of the first against the second. */
const JOBS = [
  {
    ruleset: 'pike_and_shot',
    procedure: 'infantry_fire',
    name: 'Infantry fire',
    units: ['Skippon', 'Tillier'].map((name, side) => unit(`u${side + 1}`, side, name, { pikes: 8, muskets: 16, morale_class: 'average' })),
    typed: { Range: '4' },
    tapped: ['In the open'],
  },
  {
    ruleset: 'argad',
    procedure: 'shoot',
    name: 'Shoot',
    units: [unit('u1', 0, 'Arquebusiers', { figures: 3, missile: ['short_arquebus'] }), unit('u2', 1, 'Swordsmen', { figures: 4 })],
    typed: { 'Range, cm': '8' },
    tapped: [],
  },
  {
    ruleset: 'arquebusier',
    procedure: 'shooting',
    name: 'Shoot',
    units: [unit('u1', 0, 'Skippon', elements('firearm')), unit('u2', 1, 'Tillier', elements('firearm'))],
    typed: { Range: '4' },
    tapped: [],
  },
  {
    ruleset: 'pikette_squared',
    procedure: 'shoot',
    name: 'Shoot',
    units: [
      unit('u1', 0, 'Spanish musketeers', { army: 'spanish', row: 'musketeers' }),
      unit('u2', 1, 'French pike', { army: 'french', row: 'pike' }),
    ],
    typed: { Distance: '2' },
    tapped: ['Front', 'In the open'],
  },
];

/** Stores a battle and opens its table. */
async function openBattle(player, address, { ruleset, units }) {
  const header = {
    name: 'A turn',
    ruleset,
    units,
    rulings: {},
    seed: '11'.repeat(32),
    began: 1790000000000,
    sides: [{ name: 'Parliament' }, { name: 'King' }],
  };
  await player.go(address);
  await player.run((text) => {
    localStorage.clear();
    localStorage.setItem('drumhead/battle/turn', text);
  }, seal(header));
  await player.go(`${address}#/battle/turn`);
  await player.session.navigate().refresh();
  await player.see('heading', 'A turn');
}

describe('on a phone', () => {
  const host = new Host();
  let player;
  before(async () => {
    await host.start();
    player = await open(PHONE);
  });
  after(async () => {
    await player.close();
    await host.stop();
  });

  for (const job of JOBS) {
    test(`${job.ruleset}: a shot is overridden, rolled and applied, survives a reload, and is in the log, the report and the replay`, async () => {
      await openBattle(player, host.address, job);
      await player.go(`${host.address}#/battle/turn/do/${job.procedure}/u1`);
      await player.press('button', 'Do it anyway');
      for (const [label, words] of Object.entries(job.typed)) await player.type(label, words);
      for (const label of job.tapped) await player.press('label', label);
      await player.see('region', 'Odds');
      await player.pressFirst('main .actions .primary:enabled:not([aria-disabled=true])');
      await player.see('region', ': outcome…');
      const headline = () => player.run(() => document.querySelector('.headline')?.textContent);
      const before = await headline();
      await player.reload();
      await player.see('region', ': outcome…');
      assert.equal(await headline(), before, 'the dice are the same after a reload');
      await player.press('button', 'Apply to the table');
      await player.seesNo('button', 'Apply to the table');
      await player.go(`${host.address}#/battle/turn`);
      await player.press('button', 'Undo…');
      await player.press('button', 'Redo…');
      await player.reload();
      await player.see('button', 'Undo…');

      await player.go(`${host.address}#/battle/turn/log`);
      await player.see('heading', 'Log');
      assert.match(await player.mainText(), new RegExp(`${job.name}[^]*Override:`));
      await player.go(`${host.address}#/battle/turn/report`);
      await player.see('heading', 'Report');
      assert.ok((await player.mainText()).includes(job.name));
      await player.go(`${host.address}#/battle/turn/replay`);
      await player.see('status', '3 of 3…'); // the shot, undone and redone
      await player.press('button', 'First');
      await player.see('status', '0 of 3…');
    });
  }

  /** Copies a sample roster, and opens the page that shares it. */
  async function shareSample() {
    await player.go(`${host.address}#/rosters`);
    await player.press('button', 'Copy the sample…');
    await player.see('field', 'Name of the roster');
    await player.go(`${await player.session.getCurrentUrl()}/share`);
  }

  test('a roster can be shared as a link, by copying the link and as a file in a browser that cannot share', async () => {
    await shareSample();
    const link = await (await player.see('field', 'The link')).getAttribute('value');
    await player.press('button', 'Copy the link');
    await player.see('status', 'The link is copied.');
    const { content } = await download(player, 'Save as a file');
    assert.match(Object.keys(content.texts).join(), /^drumhead\/roster\/[^,]+$/);
    assert.equal(await player.run(() => 'share' in navigator), false);
    await player.seesNo('button', 'Send…');
    const other = await open(PHONE);
    try {
      await other.go(link);
      await other.see('region', 'Contents');
      assert.deepEqual(await other.saved(), {}, 'nothing is added before a tap');
      await other.press('button', 'Add');
      await other.see('field', 'Name of the roster');
      assert.equal(Object.keys(await other.saved()).filter((key) => key.includes('/roster/')).length, 1);
    } finally {
      await other.close();
    }
  });

  test('the app’s own reader reads a code from the camera, because WebKit has none', async () => {
    await shareSample();
    await player.see('field', 'The link');
    assert.equal(await player.run(() => 'BarcodeDetector' in window), false);
    await player.session.executeAsyncScript(`return (${fakeCamera})(...arguments)`);
    await player.run(() => {
      location.hash = '#/scan';
    });
    await player.see('region', 'Contents');
    assert.match(await player.mainText(), /This link contains:[^]*Eastern Association[^]*This device already has the same one/);
  });

  test('everything is saved as a file, deleted, and restored from the file', async () => {
    await openBattle(player, host.address, JOBS[0]);
    await player.go(`${host.address}#/saved`);
    const before = await player.saved();
    assert.ok(Object.keys(before).length > 0);
    const { file, content } = await download(player, 'Save everything as a file');
    assert.deepEqual(Object.keys(content.texts).sort(), Object.keys(before).sort());
    await player.press('button', 'Delete everything');
    await player.press('button', 'Delete all of it');
    await player.see('words', 'Rosters: 0 · Scenarios: 0 · Battles: 0');
    assert.deepEqual(await player.saved(), {});
    await (await player.field('A backup, a roster, a scenario or a battle')).sendKeys(file);
    await player.press('button', 'Add');
    await player.see('words', 'Rosters: 0 · Scenarios: 0 · Battles: 1');
    assert.deepEqual(await player.saved(), before);
  });

  test('the app says that the device cannot vibrate, and that the browser cannot guarantee to keep data', async () => {
    assert.deepEqual(await player.run(() => ['vibrate' in navigator, 'storage' in navigator]), [false, false]);
    await player.go(`${host.address}#/settings`);
    await player.see('heading', 'Settings');
    assert.match(await player.mainText(), /This device cannot vibrate\./);
    await player.go(`${host.address}#/saved`);
    await player.see('heading', 'Backup and storage');
    await player.see('words', 'This browser cannot guarantee to keep saved data. Make backups.');
    // None of the texts and controls for browsers that can be asked to keep data.
    assert.doesNotMatch(await player.mainText(), /This browser keeps saved data|This browser may delete|asks the browser/);
    const storage = await player.see('region', 'Storage');
    assert.deepEqual(
      await player.run(
        (region) => [...region.querySelectorAll('button, a, input, summary')].map((control) => control.textContent),
        storage,
      ),
      [],
    );
    await player.see('button', 'Save everything as a file');
  });

  test('placeholders have enough contrast, selects look like the other fields, and double lines are double', async () => {
    // The darkest pixel of a placeholder: on white, a grey of 118 has a contrast of 4.5 to 1.
    for (const [page, label] of [
      ['#/new', 'Name of the battle'],
      ['#/rules/argad', 'Search these rules'],
      ['#/battle/turn/log', 'A note for the log'],
    ]) {
      await openBattle(player, host.address, JOBS[1]);
      await player.go(host.address + page);
      const field = await player.see('field', label);
      await player.run((field) => field.scrollIntoView({ block: 'center' }), field);
      const { x, y, width, height } = await player.run((field) => field.getBoundingClientRect().toJSON(), field);
      const { brightness } = await player.screenshot();
      const pixels = Array.from({ length: (width - 20) * (height - 20) }, (_, n) =>
        brightness(x + 10 + (n % (width - 20)), y + 10 + Math.floor(n / (width - 20))),
      );
      assert.ok(Math.min(...pixels) < 118, `${page}: ${Math.min(...pixels)}`);
    }
    await player.go(`${host.address}#/new`);
    const list = await player.see('field', 'First side');
    const field = await player.see('field', 'Name of the battle');
    const background = async (element) => {
      await player.run((element) => element.scrollIntoView({ block: 'center' }), element);
      const { x, y, height } = await player.run((element) => element.getBoundingClientRect().toJSON(), element);
      return (await player.screenshot()).brightness(x + 5, y + height - 6);
    };
    assert.equal(await background(list), await background(field));
    const headBottom = await player.run(() => document.querySelector('.head').getBoundingClientRect().bottom);
    const { brightness } = await player.screenshot();
    const lines = [3, 2, 1].map((above) => brightness(195, headBottom - above) < 128);
    assert.deepEqual(lines, [true, false, true]);
  });
});

/**
 * Tries until the attempt returns something, and returns it; fails after 15 seconds.
 * @param {() => any} attempt
 * @returns {Promise<any>}
 */
async function retry(attempt) {
  for (const end = Date.now() + 15_000; ; await wait(50)) {
    const result = await Promise.resolve()
      .then(attempt)
      .catch((error) => (Date.now() > end ? Promise.reject(error) : undefined));
    if (!result && Date.now() < end) continue;
    assert.ok(result);
    return result;
  }
}

/** Presses a button that saves a file, and returns the file's path and its JSON when it is complete. */
async function download(player, button) {
  const folder = join(player.folder, 'downloads');
  const before = readdirSync(folder);
  await player.press('button', button);
  const name = await retry(() => readdirSync(folder).find((name) => name.endsWith('.json') && !before.includes(name)));
  const file = join(folder, name);
  return { file, content: await retry(() => JSON.parse(readFileSync(file, 'utf8'))) };
}

test('without the host every page opens and odds are computed, also after the browser was closed and opened again', async () => {
  const host = new Host();
  await host.start();
  let player = await open(PHONE);
  try {
    await player.go(host.address);
    await player.see('words', '✓ Ready to play offline.');
    await openBattle(player, host.address, JOBS[0]);
    await host.stop();
    await player.close({ keep: true });
    player = await open(PHONE, player.folder);
    for (const page of ['', '#/rosters', '#/new', '#/saved', '#/rules/argad', '#/battle/turn', '#/battle/turn/log']) {
      await player.go(host.address + page);
      await player.reload();
      await retry(() => player.run(() => document.querySelector('h1')?.textContent));
      await player.seesNo('heading', 'Not found');
    }
    await player.go(`${host.address}#/battle/turn/do/${JOBS[0].procedure}/u1`);
    await player.press('button', 'Do it anyway');
    for (const [label, words] of Object.entries(JOBS[0].typed)) await player.type(label, words);
    for (const label of JOBS[0].tapped) await player.press('label', label);
    await player.see('region', 'Odds');
  } finally {
    await player.close();
    await host.stop();
  }
});

test('on a tablet the sides are next to each other, nothing scrolls sideways, and a new title is drawn in full', async () => {
  const host = new Host();
  await host.start();
  const player = await open(TABLET);
  try {
    await openBattle(player, host.address, JOBS[0]);
    await player.see('button', 'Next ›…');
    const [left, right] = await player.run(() =>
      [...document.querySelectorAll('.side')].map((side) => side.getBoundingClientRect().toJSON()),
    );
    assert.ok(right.left >= left.right && Math.abs(left.top - right.top) < 2);
    await player.go(`${host.address}#/battle/turn/do/${JOBS[0].procedure}/u1`);
    await player.press('button', 'Do it anyway');
    assert.equal(await player.run(() => document.documentElement.scrollWidth > innerWidth), false);
    const columns = await player.run(() => document.querySelectorAll('.panel-side, main').length);
    assert.equal(columns, 3, 'both sides and the panel');

    // From short titles to a long one, without loading the page anew. The notice covers the title, and repaints it when it goes.
    await player.seesNo('status', 'Ready to play offline.');
    for (const [page, title] of [
      ['rosters', 'Rosters'],
      ['settings', 'Settings'],
      ['saved', 'Backup and storage'],
    ]) {
      await player.run((page) => void (location.hash = `#/${page}`), page);
      await player.see('heading', title);
      await player.screenshot();
    }
    const title = await player.run(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.head h1'));
      return range.getBoundingClientRect().toJSON();
    });
    const { brightness } = await player.screenshot();
    const isDark = (x) =>
      Array.from({ length: Math.floor(title.height) }, (_, y) => brightness(x, title.top + y)).some((value) => value < 128);
    assert.ok(Array.from({ length: 12 }, (_, back) => title.right - 1 - back).some(isDark), 'the last letter is drawn');
  } finally {
    await player.close();
    await host.stop();
  }
});
