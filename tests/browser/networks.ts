// Two machines on one network, made of network namespaces of Linux: nothing of them reaches any other network. It needs root.
import { type Browser, chromium } from '@playwright/test';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { project } from './found.js';

const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: 'pipe' });
/** The address of the app on each machine: a page of the machine's own is trusted like one that came by TLS. */
export const ADDRESS = 'http://127.0.0.1:8000/';

/** Reason why there are no such networks here; none if there are. */
export function missing(): string | undefined {
  try {
    const switched = new Network('probe', { multicast: false, internet: false });
    void switched.close();
  } catch (error) {
    return `no network namespaces: ${String((error as Error).message).split('\n')[0]}`;
  }
}

/** What a network lets through. */
export interface Kind {
  /** Multicast, by which machines find each other's names. Many halls and guest networks drop it. */
  multicast: boolean;
  /** A route to other networks. It leads nowhere; a hotspot without internet has none. */
  internet: boolean;
}

/** A switch and two machines. */
export class Network {
  private readonly hub: string;
  private readonly machines: string[];
  private readonly folder = mkdtempSync(join(tmpdir(), 'drumhead-network-'));
  private readonly hosts: ChildProcess[] = [];
  private readonly browsers: Browser[] = [];

  constructor(name: string, { multicast, internet }: Kind) {
    const own = `drumhead-${process.pid}-${name}`;
    [this.hub, this.machines] = [`${own}-hub`, [`${own}-1`, `${own}-2`]];
    try {
      ip('netns', 'add', this.hub);
      ip('-n', this.hub, 'link', 'add', 'br0', 'type', 'bridge', 'mcast_snooping', '0');
      ip('-n', this.hub, 'link', 'set', 'br0', 'up');
      this.machines.forEach((machine, nth) => this.plug(machine, nth + 1, multicast, internet));
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  private plug(machine: string, nth: number, multicast: boolean, internet: boolean) {
    const port = `port${nth}`;
    ip('netns', 'add', machine);
    ip('-n', machine, 'link', 'set', 'lo', 'up');
    ip('link', 'add', 'eth0', 'netns', machine, 'type', 'veth', 'peer', 'name', port, 'netns', this.hub);
    ip('-n', machine, 'addr', 'add', `10.77.0.${nth}/24`, 'dev', 'eth0');
    ip('-n', machine, 'link', 'set', 'eth0', 'up');
    ip('-n', this.hub, 'link', 'set', port, 'master', 'br0', 'up');
    if (!multicast) ip('-n', this.hub, 'link', 'set', 'dev', port, 'type', 'bridge_slave', 'mcast_flood', 'off');
    if (internet) ip('-n', machine, 'route', 'add', 'default', 'via', '10.77.0.254');
  }

  /** Serves the built app on a machine, and starts a browser there. */
  async browser(nth: number): Promise<Browser> {
    const inside = ['netns', 'exec', this.machines[nth]];
    const host = spawn('ip', [...inside, process.execPath, join(import.meta.dirname, 'host.js'), join(project, 'dist'), '/', '8000'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.hosts.push(host);
    await new Promise((resolve, reject) => {
      host.once('message', resolve);
      host.once('exit', reject);
    });
    // Playwright talks to the browser through pipes, which lead out of any network.
    const program = join(this.folder, `browser${nth}`);
    const real = launchOptions.executablePath ?? chromium.executablePath();
    writeFileSync(program, `#!/bin/sh\nexec ip ${inside.join(' ')} '${real}' "$@"\n`, { mode: 0o755 });
    const browser = await chromium.launch({ ...launchOptions, executablePath: program });
    this.browsers.push(browser);
    return browser;
  }

  /** Ends browsers and servers, and takes the network down. */
  async close() {
    await Promise.all(this.browsers.map((browser) => browser.close()));
    for (const host of this.hosts) host.disconnect();
    this.remove();
  }

  private remove() {
    for (const own of [...this.machines, this.hub]) {
      try {
        ip('netns', 'delete', own);
      } catch {
        // It was never made.
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
