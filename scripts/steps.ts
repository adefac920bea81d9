import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileReport } from './test-reporter.ts';

export const root = new URL('..', import.meta.url).pathname;

export interface Tally {
  passed: number;
  failed: number;
  /** Failures with their reasons, repeated at the end, because a single line is hard to find in the output. */
  failures: string[];
  steps: { name: string; seconds: number }[];
  /** Test files, with their durations. */
  files: FileReport[];
}

const secondsSince = (startedAt: number) => Math.round((Date.now() - startedAt) / 100) / 10;

/** Runs a program with inherited output; resolves with its exit code. */
export async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** Runs a program beside others and prints its output at its end. Resolves with its success. */
export async function runBeside(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

/** Runs a check that counts as one test. */
export async function step(name: string, work: () => Promise<boolean>): Promise<Tally> {
  const startedAt = Date.now();
  const passed = await work().catch((error: unknown) => {
    console.error(error);
    return false;
  });
  const seconds = secondsSince(startedAt);
  console.log(`${passed ? '✔' : '✘'} ${name} (${seconds} s)`);
  return {
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    failures: passed ? [] : [name],
    steps: [{ name, seconds }],
    files: [],
  };
}

/** Runs a Vitest project, or only the given files of it. Skipped tests and incomplete runs count as failures. */
export async function vitest(
  project: string,
  filters: string[] = [],
  env: Record<string, string> = {},
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'stellwerk-report-'));
  const file = join(folder, 'report.json');
  const args = ['run', '--project', project, '--reporter=default', '--reporter=./scripts/test-reporter.ts'];
  const startedAt = Date.now();
  const code = await run('vitest', [...args, ...filters], { ...env, TEST_REPORT: file });
  const steps = [{ name: project, seconds: secondsSince(startedAt) }];
  try {
    const files: FileReport[] = JSON.parse(readFileSync(file, 'utf8'));
    const failures = files.flatMap((each) => each.failures);
    if (code !== 0 && failures.length === 0) failures.push(`${project}: exit code ${code}`);
    const passed = files.reduce((sum, each) => sum + each.passed, 0);
    return { passed, failed: failures.length, failures, steps, files };
  } catch {
    return { passed: 0, failed: 1, failures: [`${project}: no report`], steps, files: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs tasks one after the other. */
export async function inTurn(works: (() => Promise<Tally>)[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const work of works) tallies.push(await work());
  return total(tallies);
}

/** Runs two tasks at a time, in order: each uses about one core, and small machines have two. */
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
  failures: tallies.flatMap((tally) => tally.failures),
  steps: tallies.flatMap((tally) => tally.steps),
  files: tallies.flatMap((tally) => tally.files),
});

/** Prints the result of a run and returns its exit code. */
export function close(tallies: Tally[], words: string): number {
  const { passed, failed, failures } = total(tallies);
  for (const failure of failures) console.log(`\n✘ ${failure}`);
  console.log(`\n${words}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
