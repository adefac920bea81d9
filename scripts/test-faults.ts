import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { close, root, vitest } from './steps.ts';

/** Test files that repeat a fault say so by reading FAULT_RUNS; they print the seed of each run. */
const files = readdirSync(join(root, 'apps/server/src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => readFileSync(file, 'utf8').includes('FAULT_RUNS'))
  .map((file) => relative(root, file));

const runs = process.argv[2] ?? '20';
const tallies = [];
for (const project of ['unit', 'db']) {
  const chosen = files.filter((file) => file.endsWith('.db.test.ts') === (project === 'db'));
  if (chosen.length > 0)
    tallies.push(await vitest(project, ['--testTimeout=1800000', ...chosen], { FAULT_RUNS: runs }));
}
process.exit(close(tallies, `Each fault ${runs} times in ${files.length} files`));
