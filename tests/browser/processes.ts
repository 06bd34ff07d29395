// Stops and kills the processes of a browser, as a phone does in standby and when it needs memory.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './page';

/** Ids of the processes of the browser with this profile folder: those that name the folder, and all their descendants. */
function processes(folder: string): number[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,stat,args']).toString().split('\n').slice(1);
  const rows = all.map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line)).filter((row) => row !== null);
  const alive = rows
    .filter(([, , , state]) => !state.startsWith('Z'))
    .map(([, pid, parent, , args]) => ({ pid: Number(pid), parent: Number(parent), args: args }));
  const ids = new Set(alive.filter(({ args }) => args.includes(`--user-data-dir=${folder}`)).map(({ pid }) => pid));
  for (let before = -1; before !== ids.size;) {
    before = ids.size;
    for (const { pid, parent } of alive) if (ids.has(parent)) ids.add(pid);
  }
  return [...ids];
}

/** Sends a signal to all processes of a browser. */
export function signal(folder: string, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') {
  for (const pid of processes(folder)) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended with its parent.
    }
  }
}

/** Kills all processes of a browser, and waits until they have ended. */
export async function killBrowser(folder: string) {
  signal(folder, 'SIGKILL');
  await expect.poll(() => processes(folder).length).toBe(0);
  // Otherwise the lock of the profile would still name the killed process.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) rmSync(join(folder, name), { force: true });
}
