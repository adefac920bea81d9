import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = new URL('..', import.meta.url).pathname;

export interface Tally {
  passed: number;
  failed: number;
}

/** Runs a program with its output on ours; resolves to its exit code. */
export async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** The same for programs that run beside others: what it said is told in one piece at its end. Resolves to its success. */
export async function runBeside(program: string, args: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

/** A check that either holds or not counts as one test. */
export async function step(name: string, work: () => Promise<boolean>): Promise<Tally> {
  const startedAt = Date.now();
  const passed = await work().catch((error: unknown) => {
    console.error(error);
    return false;
  });
  console.log(`${passed ? '✔' : '✘'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
}

/** Runs a Vitest project. A skipped test counts as failed, and so does a run that could not finish. */
export async function vitest(
  project: string,
  filters: string[] = [],
  env: Record<string, string> = {},
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'stellwerk-report-'));
  const file = join(folder, 'report.json');
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('vitest', [...args, ...filters], env);
  try {
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    const skipped = report.numPendingTests + report.numTodoTests;
    const failed = report.numFailedTests + skipped;
    return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two pieces of work at a time, in their order: each keeps about one core busy, and small machines have two. */
export async function twoAtATime(works: (() => Promise<Tally>)[]): Promise<Tally> {
  const waiting = [...works];
  const tallies: Tally[] = [];
  const takeTurns = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) tallies.push(await next());
  };
  await Promise.all([takeTurns(), takeTurns()]);
  return total(tallies);
}

export const total = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
});
