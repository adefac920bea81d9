import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, type Tally, total } from './steps.ts';

const reportFile = '.cache/test-report.json';
const slowestFiles = 20;

/** Keeps the report of a run in `.cache`, and prints the slowest test files. */
export function keepReport(tallies: Tally[], seconds: number): void {
  const tally = total(tallies);
  const files = tally.files.toSorted((one, other) => other.seconds - one.seconds);
  mkdirSync(dirname(join(root, reportFile)), { recursive: true });
  const report = { endedAt: new Date().toISOString(), seconds, ...tally, files };
  writeFileSync(join(root, reportFile), `${JSON.stringify(report, null, 2)}\n`);
  console.log('\nSlowest test files:');
  for (const { project, file, seconds: taken } of files.slice(0, slowestFiles)) {
    console.log(`${taken.toFixed(1).padStart(7)} s  ${project.padEnd(9)} ${file}`);
  }
  console.log(`All steps and files: ${reportFile}`);
}
