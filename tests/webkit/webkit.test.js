// The main jobs in WebKit, the engine of every iPhone: `cargo xtask test --only webkit`. These stand in for an iPhone in part:
// Safari can also share, and lets pages ask that storage be kept.
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

/** The app's host, a process of its own, which can be ended. */
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

/** A thing as the text that is saved of it: see tests/browser/play.ts. */
function seal(thing) {
  const json = JSON.stringify(thing);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(1, 0);
  numbers.writeUInt32LE(1, 4);
  return `1.1.${crc32(Buffer.concat([numbers, Buffer.from(json)]))
    .toString(16)
    .padStart(8, '0')}.${json}`;
}

const unit = (id, side, name, profile) => ({ id, side, profile: { name, ...profile } });
const elements = (type) => ({ nature: 'regular', groups: [{ type, elements: 4, front: 4 }] });

/** Lets the camera, of which there is none here, film the code of the page, turned a little. */
async function film(done) {
  const code = new XMLSerializer().serializeToString(document.querySelector('svg[role=img]'));
  const picture = new Image();
  // Away from the page it has none of its styles.
  picture.src = `data:image/svg+xml,${encodeURIComponent(code.replace('class="light"', 'fill="white"'))}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
  setInterval(() => {
    const lens = canvas.getContext('2d');
    lens.resetTransform();
    lens.fillStyle = '#ddd';
    lens.fillRect(0, 0, 640, 640);
    lens.translate(320, 320);
    lens.rotate(0.1);
    lens.drawImage(picture, -250, -250, 500, 500);
  }, 40);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(25);
  done();
}

/** For each ruleset two units, and what the first does to the second. */
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

/** Lays a battle into storage and opens its table. */
async function lay(player, address, { ruleset, units }) {
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
  await player.ask((text) => {
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
      await lay(player, host.address, job);
      await player.go(`${host.address}#/battle/turn/do/${job.procedure}/u1`);
      await player.press('button', 'Do it anyway');
      for (const [label, words] of Object.entries(job.typed)) await player.type(label, words);
      for (const label of job.tapped) await player.press('label', label);
      await player.see('region', 'Odds');
      await player.pressFirst('main .actions .primary:enabled:not([aria-disabled=true])');
      await player.see('region', ': outcome…');
      const headline = () => player.ask(() => document.querySelector('.headline')?.textContent);
      const told = await headline();
      await player.reload();
      await player.see('region', ': outcome…');
      assert.equal(await headline(), told, 'the dice are the same after a reload');
      await player.press('button', 'Apply to the table');
      await player.seesNo('button', 'Apply to the table');
      await player.go(`${host.address}#/battle/turn`);
      await player.press('button', 'Undo…');
      await player.press('button', 'Redo…');
      await player.reload();
      await player.see('button', 'Undo…');

      await player.go(`${host.address}#/battle/turn/log`);
      await player.see('heading', 'Log');
      assert.match(await player.words(), new RegExp(`${job.name}[^]*Override:`));
      await player.go(`${host.address}#/battle/turn/report`);
      await player.see('heading', 'Report');
      assert.ok((await player.words()).includes(job.name));
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

  test('a roster is shared by its link, by copying and as a file, where the browser has no way of its own to share', async () => {
    await shareSample();
    const link = await (await player.see('field', 'The link')).getAttribute('value');
    await player.press('button', 'Copy the link');
    await player.see('status', 'The link is copied.');
    const { content } = await download(player, 'Save as a file');
    assert.match(Object.keys(content.texts).join(), /^drumhead\/roster\/[^,]+$/);
    assert.equal(await player.ask(() => 'share' in navigator), false);
    await player.seesNo('button', 'Send…');
    const other = await open(PHONE);
    try {
      await other.go(link);
      await other.see('region', 'Contents');
      assert.deepEqual(await other.saved(), {}, 'nothing is taken in by itself');
      await other.press('button', 'Add');
      await other.see('field', 'Name of the roster');
      assert.equal(Object.keys(await other.saved()).filter((key) => key.includes('/roster/')).length, 1);
    } finally {
      await other.close();
    }
  });

  test('a code is read off what the camera shows, by the reader that stands in for the browser’s', async () => {
    await shareSample();
    await player.see('field', 'The link');
    assert.equal(await player.ask(() => 'BarcodeDetector' in window), false);
    await player.session.executeAsyncScript(`return (${film})(...arguments)`);
    await player.ask(() => {
      location.hash = '#/scan';
    });
    await player.see('region', 'Contents');
    assert.match(await player.words(), /This link contains:[^]*Eastern Association[^]*This device already has the same one/);
  });

  test('everything is saved as a file, deleted, and taken in again as it was', async () => {
    await lay(player, host.address, JOBS[0]);
    await player.go(`${host.address}#/saved`);
    const before = await player.saved();
    assert.ok(Object.keys(before).length > 0);
    const { file, content } = await download(player, 'Save everything as a file');
    assert.deepEqual(Object.keys(content.texts).sort(), Object.keys(before).sort());
    await player.press('button', 'Delete everything');
    await player.press('button', 'Delete all of it');
    await player.see('words', 'Rosters: 0 · Battles: 0');
    assert.deepEqual(await player.saved(), {});
    await (await player.field('A backup, a roster or a battle')).sendKeys(file);
    await player.press('button', 'Add');
    await player.see('words', 'Rosters: 0 · Battles: 1');
    assert.deepEqual(await player.saved(), before);
  });

  test('settings offer no vibration, and storage that cannot be asked for is said to be so', async () => {
    assert.deepEqual(await player.ask(() => ['vibrate' in navigator, 'storage' in navigator]), [false, false]);
    await player.go(`${host.address}#/settings`);
    await player.see('heading', 'Settings');
    assert.match(await player.words(), /This device cannot vibrate\./);
    await player.go(`${host.address}#/saved`);
    await player.see('heading', 'Backup and storage');
    await player.see('words', 'This browser cannot guarantee to keep saved data. Make backups.');
    // Neither of what it says where there is something to ask for, nor a button that asks.
    assert.doesNotMatch(await player.words(), /This browser keeps saved data|This browser may delete|asks the browser/);
    const storage = await player.see('region', 'Storage');
    assert.deepEqual(
      await player.ask((own) => [...own.querySelectorAll('button, a, input, summary')].map((control) => control.textContent), storage),
      [],
    );
    await player.see('button', 'Save everything as a file');
  });

  test('placeholders can be read, selects look like the other fields, and double lines are double', async () => {
    // Where a field shows its placeholder, its darkest point; on white, a grey of 118 has a contrast of 4.5 to 1.
    for (const [place, label] of [
      ['#/new', 'Name of the battle'],
      ['#/rules/argad', 'Search these rules'],
      ['#/battle/turn/log', 'A note for the log'],
    ]) {
      await lay(player, host.address, JOBS[1]);
      await player.go(host.address + place);
      const field = await player.see('field', label);
      await player.ask((own) => own.scrollIntoView({ block: 'center' }), field);
      const { x, y, width, height } = await player.ask((own) => own.getBoundingClientRect().toJSON(), field);
      const { brightness } = await player.picture();
      const points = Array.from({ length: (width - 20) * (height - 20) }, (_, n) =>
        brightness(x + 10 + (n % (width - 20)), y + 10 + Math.floor(n / (width - 20))),
      );
      assert.ok(Math.min(...points) < 118, `${place}: ${Math.min(...points)}`);
    }
    await player.go(`${host.address}#/new`);
    const list = await player.see('field', 'First side');
    const field = await player.see('field', 'Name of the battle');
    const ground = async (own) => {
      await player.ask((own) => own.scrollIntoView({ block: 'center' }), own);
      const { x, y, height } = await player.ask((own) => own.getBoundingClientRect().toJSON(), own);
      return (await player.picture()).brightness(x + 5, y + height - 6);
    };
    assert.equal(await ground(list), await ground(field));
    const head = await player.ask(() => document.querySelector('.head').getBoundingClientRect().bottom);
    const { brightness } = await player.picture();
    const lines = [3, 2, 1].map((above) => brightness(195, head - above) < 128);
    assert.deepEqual(lines, [true, false, true]);
  });
});

/**
 * What an attempt gives once it gives something.
 * @param {() => any} attempt
 * @returns {Promise<any>}
 */
async function awaited(attempt) {
  for (const end = Date.now() + 15_000; ; await wait(50)) {
    const done = await Promise.resolve()
      .then(attempt)
      .catch((error) => (Date.now() > end ? Promise.reject(error) : undefined));
    if (!done && Date.now() < end) continue;
    assert.ok(done);
    return done;
  }
}

/** Presses a button that saves a file; hands back the file and what it holds, once it is whole. */
async function download(player, button) {
  const folder = join(player.folder, 'downloads');
  const before = readdirSync(folder);
  await player.press('button', button);
  const name = await awaited(() => readdirSync(folder).find((name) => name.endsWith('.json') && !before.includes(name)));
  const file = join(folder, name);
  return { file, content: await awaited(() => JSON.parse(readFileSync(file, 'utf8'))) };
}

test('once the host is gone every page opens, odds are worked out, and the browser can be closed and opened again', async () => {
  const host = new Host();
  await host.start();
  let player = await open(PHONE);
  try {
    await player.go(host.address);
    await player.see('words', '✓ Ready to play offline.');
    await lay(player, host.address, JOBS[0]);
    await host.stop();
    await player.close({ keep: true });
    player = await open(PHONE, player.folder);
    for (const place of ['', '#/rosters', '#/new', '#/saved', '#/rules/argad', '#/battle/turn', '#/battle/turn/log']) {
      await player.go(host.address + place);
      await player.reload();
      await awaited(() => player.ask(() => document.querySelector('h1')?.textContent));
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

test('on a tablet both sides stand beside each other, nothing scrolls sideways, and a new title is drawn whole', async () => {
  const host = new Host();
  await host.start();
  const player = await open(TABLET);
  try {
    await lay(player, host.address, JOBS[0]);
    await player.see('button', 'Next ›…');
    const [left, right] = await player.ask(() =>
      [...document.querySelectorAll('.side')].map((own) => own.getBoundingClientRect().toJSON()),
    );
    assert.ok(right.left >= left.right && Math.abs(left.top - right.top) < 2);
    await player.go(`${host.address}#/battle/turn/do/${JOBS[0].procedure}/u1`);
    await player.press('button', 'Do it anyway');
    assert.equal(await player.ask(() => document.documentElement.scrollWidth > innerWidth), false);
    const panels = await player.ask(() =>
      [...document.querySelectorAll('.panel-side, main')].map((own) => own.getBoundingClientRect().left),
    );
    assert.equal(panels.length, 3, 'both sides and the panel');

    // From short titles to a long one, without loading the page anew.
    await player.seesNo('status', 'Ready to play offline.'); // which is told over the title, and paints it anew when it goes
    for (const [place, title] of [
      ['rosters', 'Rosters'],
      ['settings', 'Settings'],
      ['saved', 'Backup and storage'],
    ]) {
      await player.ask((place) => void (location.hash = `#/${place}`), place);
      await player.see('heading', title);
      await player.picture();
    }
    const words = await player.ask(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.head h1'));
      return range.getBoundingClientRect().toJSON();
    });
    const { brightness } = await player.picture();
    const dark = (x) => Array.from({ length: Math.floor(words.height) }, (_, y) => brightness(x, words.top + y)).some((own) => own < 128);
    assert.ok(Array.from({ length: 12 }, (_, back) => words.right - 1 - back).some(dark), 'the last letter is drawn');
  } finally {
    await player.close();
    await host.stop();
  }
});
