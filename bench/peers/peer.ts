import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { atTheEnd } from '../resources.ts';

/** Other products that do the same work. Products that are not installed are skipped. */

/** Undefined if the program is not installed. */
export function versionOf(program: string, args: string[], pattern: RegExp): string | undefined {
  try {
    const text = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return pattern.exec(text)?.[1] ?? '';
  } catch (error) {
    // Some programs print their version and exit with an error.
    const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    return pattern.exec(printed)?.[1];
  }
}

export function startPeer(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  atTheEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(force);
  });
  return child;
}

const waitMs = 200;
const longestMs = 60_000;

/** Resolves when the peer responds for the first time. */
export async function untilReady(name: string, peer: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += waitMs) {
    const isReady = await ask().then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (waitedMs > longestMs || peer.exitCode !== null) throw new Error(`${name} does not start`);
    await delay(waitMs);
  }
}
