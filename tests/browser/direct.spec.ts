// The list of connections in public/direct.js, and its documented types. The connections are fake, so no browser is started.
import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { project } from './found.js';

const script = readFileSync(join(project, 'public/direct.js'), 'utf8');

interface Direct {
  listen(listener: (id: number, what: string, text: string) => void): void;
  offer(id: number): Promise<string>;
  send(id: number, text: string): void;
  close(id: number): void;
}

class Channel {
  readyState = 'connecting';
  sent: string[] = [];
  onopen = () => {};
  onclose = () => {};
  send(text: string) {
    this.sent.push(text);
  }
}

/** Runs the script with fake connections. Returns its functions, the channels in the order of their creation, and all reports. */
function load() {
  const channels: Channel[] = [];
  class Connection {
    connectionState = 'connected';
    signalingState = 'stable';
    iceGatheringState = 'complete';
    localDescription = { type: 'offer', sdp: 'description' };
    createDataChannel() {
      channels.push(new Channel());
      return channels.at(-1);
    }
    async setLocalDescription() {}
    close() {}
  }
  const window: { drumheadDirect?: Direct } = {};
  runInNewContext(script, { window, RTCPeerConnection: Connection, setTimeout });
  const reports: string[] = [];
  window.drumheadDirect!.listen((id, what, text) => reports.push(`${id} ${what} ${text}`));
  return { direct: window.drumheadDirect!, channels, reports };
}

test('a connection is forgotten after either device has closed it', async () => {
  const { direct, channels, reports } = load();
  expect(await direct.offer(1)).toBe('description');
  await direct.offer(2);
  for (const channel of channels) {
    channel.readyState = 'open';
    channel.onopen();
  }
  direct.send(1, 'here');
  expect(channels[0]!.sent).toEqual(['here']);
  channels[0]!.readyState = 'closed';
  channels[0]!.onclose();
  expect(reports).toEqual(['1 state open', '2 state open', '1 state closed']);
  expect(() => direct.send(1, 'too late')).toThrow('no connection 1');
  direct.send(2, 'still here');
  direct.close(2);
  expect(() => direct.send(2, 'too late')).toThrow('no connection 2');
});

test('ids of connections have the same type in Rust and in the script', () => {
  const rust = readFileSync(join(project, 'src/app/platform/direct.rs'), 'utf8');
  const ofRust = [...rust.matchAll(/\bid: (\w+)/g)].map(([, type]) => type);
  expect(new Set(ofRust), 'types in Rust').toEqual(new Set(['u32']));
  const documented = [
    ...script.matchAll(/@type \{(\w+)\} \*\/ id\b/g),
    ...script.matchAll(/\(id: (\w+)/g),
    ...script.matchAll(/Map<(\w+)/g),
  ];
  expect(documented.length).toBeGreaterThan(5);
  expect(new Set(documented.map(([, type]) => type)), 'types in the script').toEqual(new Set(['number']));
});
