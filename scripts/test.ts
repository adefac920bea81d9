import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { affectedTests, type Project, projectOf, projects } from './affected.ts';
import { importGraph } from './boundaries.ts';
import { checks } from './check.ts';
import { declaredMeansWorking } from './route-coverage.ts';
import { close, inTurn, root, runBeside, step, type Tally, vitest } from './steps.ts';
import { gatherTemporary } from './temporary.ts';
import { keepReport } from './test-report.ts';

const startedAt = Date.now();
const record = join(gatherTemporary(), 'answers.txt');

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from the commit where the work began to differ from `base`, and new ones. */
function changedSince(base: string): string[] {
  const [start = base] = git('merge-base', base, 'HEAD');
  return [...git('diff', '--name-only', start), ...git('ls-files', '--others', '--exclude-standard')];
}

/** The affected test files of each project, and a line about the ones that are left out. */
async function choose(base: string): Promise<Record<Project, string[]>> {
  const changed = changedSince(base);
  const all = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => projectOf(file));
  const affected = affectedTests(changed, all, await importGraph());
  console.log(`${changed.length} files changed since ${base}.`);
  const chosen: Record<Project, string[]> = { unit: [], component: [], db: [], browser: [] };
  for (const file of affected) chosen[projectOf(file) ?? 'unit'].push(file);
  for (const project of projects) {
    const count = all.filter((file) => projectOf(file) === project).length;
    console.log(`${project}: ${chosen[project].length} of ${count} files can be affected; the others are left out.`);
  }
  console.log('The check that every route answers 2xx is left out: only whole runs call all routes.\n');
  return chosen;
}

const option = process.argv.find((arg) => /^--changed(=|$)/.test(arg));
const chosen = option === undefined ? undefined : await choose(option.split('=')[1] ?? 'HEAD');
const nothing: Tally = { passed: 0, failed: 0, failures: [], steps: [], files: [] };
const tests = async (project: Project) =>
  chosen?.[project].length === 0 ? nothing : vitest(project, chosen?.[project], { ROUTE_RECORD: record });

/** Only browser tests need the built web client. They also look at the gallery, which releases leave out. */
const build = () =>
  step('web client', () => runBeside(process.execPath, ['scripts/run.mjs', 'build'], { VITE_GALLERY: 'on' }));
const beside = inTurn([...(chosen?.browser.length === 0 ? [] : [build]), ...checks]);

const tallies = [
  await tests('unit'),
  await tests('component'),
  await tests('db'),
  await beside,
  await tests('browser'),
];
if (!chosen) {
  tallies.push(await step('every declared route answers 2xx somewhere', () => declaredMeansWorking(record)));
}
const seconds = Math.round((Date.now() - startedAt) / 1000);
keepReport(tallies, seconds);
process.exit(close(tallies, `Took ${seconds} s`));
