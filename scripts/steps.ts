import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

export const root = new URL('..', import.meta.url).pathname;

export interface Tally {
  passed: number;
  failed: number;
  /** What failed and why, told once more at the end: nobody looks for one line among thousands. */
  failures: string[];
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
  return passed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] };
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Every test that did not pass, and every file that could not be run, each with the beginning of its message. */
function failuresOf(report: Report): string[] {
  const beginning = (message = '') =>
    message
      .split('\n')
      .filter((line) => !line.includes('/node_modules/'))
      .slice(0, 12)
      .join('\n  ');
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status !== 'passed');
    if (failed.length === 0 && status === 'failed') return [`${file}\n  ${beginning(message)}`];
    return failed.map(
      (result) => `${file}: ${result.fullName} (${result.status})\n  ${beginning(result.failureMessages[0])}`,
    );
  });
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
    const failures = failuresOf(report);
    if (code === 0 || failed > 0) return { passed: report.numPassedTests, failed, failures };
    return { passed: report.numPassedTests, failed: 1, failures: [...failures, `${project}: exit code ${code}`] };
  } catch {
    return { passed: 0, failed: 1, failures: [`${project}: no report`] };
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
  failures: tallies.flatMap((tally) => tally.failures),
});

/** The last words of a run, and its exit code. */
export function close(tallies: Tally[], words: string): number {
  const { passed, failed, failures } = total(tallies);
  for (const failure of failures) console.log(`\n✘ ${failure}`);
  console.log(`\n${words}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
