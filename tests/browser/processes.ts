// The processes of a browser, which a phone stops when it sleeps and kills when it needs the memory.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './page';

/** The processes of the browser with this profile: those that name it, and all that they started. */
function processes(folder: string): number[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,stat,args']).toString().split('\n').slice(1);
  const rows = all.map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line)).filter((row) => row !== null);
  const alive = rows
    .filter(([, , , state]) => !state.startsWith('Z'))
    .map(([, pid, parent, , args]) => ({ pid: Number(pid), parent: Number(parent), args: args }));
  const own = new Set(alive.filter(({ args }) => args.includes(`--user-data-dir=${folder}`)).map(({ pid }) => pid));
  for (let before = -1; before !== own.size;) {
    before = own.size;
    for (const { pid, parent } of alive) if (own.has(parent)) own.add(pid);
  }
  return [...own];
}

/** Sends a signal to a browser with all that belongs to it. */
export function signal(folder: string, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') {
  for (const pid of processes(folder)) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended with its parent.
    }
  }
}

/** Kills a browser with all that belongs to it, as a phone does that needs the memory, and waits until it is gone. */
export async function killBrowser(folder: string) {
  signal(folder, 'SIGKILL');
  await expect.poll(() => processes(folder).length).toBe(0);
  // The lock of the profile is a link that names the process.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) rmSync(join(folder, name), { force: true });
}
