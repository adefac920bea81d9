import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { close, root, vitest } from './steps.ts';

/** Test files that repeat a fault, or try more of them, read FAULT_RUNS; those with random faults print their seeds. */
const files = ['src', 'test']
  .flatMap((folder) => readdirSync(join(root, 'apps/server', folder), { recursive: true, withFileTypes: true }))
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
