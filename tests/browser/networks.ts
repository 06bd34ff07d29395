// Two virtual machines on one network, made of Linux network namespaces. Nothing reaches any other network. This needs root.
import { type Browser, chromium } from '@playwright/test';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './chromium.js';
import { project } from './found.js';

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: 'pipe' });
/** The address of the app on each machine. Browsers trust a page from their own machine like one that came by TLS. */
export const ADDRESS = 'http://127.0.0.1:8000/';

/** The reason why this machine cannot have such networks; `undefined` if it can. */
export function missing(): string | undefined {
  try {
    const network = new Network('probe', { multicast: false, internet: false });
    void network.close();
  } catch (error) {
    return `no network namespaces: ${String((error as Error).message).split('\n')[0]}`;
  }
}

/** Properties of a network. */
export interface Kind {
  /** Multicast, by which machines find each other's names. Many halls and guest networks drop it. */
  multicast: boolean;
  /** A default route, which leads nowhere here. A hotspot without internet has none. */
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
    const prefix = `drumhead-${process.pid}-${name}`;
    [this.hub, this.machines] = [`${prefix}-hub`, [`${prefix}-1`, `${prefix}-2`]];
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
    // Playwright controls the browser through pipes, which also work from inside a namespace.
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
    for (const namespace of [...this.machines, this.hub]) {
      try {
        ip('netns', 'delete', namespace);
      } catch {
        // The constructor failed before it made this namespace.
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
