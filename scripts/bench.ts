import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, helpOf, readOptions, UsageError } from '../bench/bench.ts';
import { writeReport } from '../bench/report.ts';
import { putAway, sweep } from '../bench/resources.ts';
import { createRecorder, saveResult } from '../bench/result.ts';
import { tablesOf, toConsole } from '../bench/tables.ts';
import { root } from './steps.ts';

/**
 * `npm run bench` lists the benchmarks, `<name>` runs one, `report` writes docs/performance.md from the last results.
 */

const folder = join(root, 'bench');
const fileOf = (name: string) => join(folder, name, 'run.ts');
const names = readdirSync(folder).filter((name) => existsSync(fileOf(name)));
const load = async (name: string): Promise<Bench> => (await import(fileOf(name))).bench;

async function list(): Promise<void> {
  for (const name of names) console.log(`npm run bench -- ${name.padEnd(12)} ${(await load(name)).about}`);
  console.log(`npm run bench -- ${'report'.padEnd(12)} Writes docs/performance.md from the last result of each.`);
  console.log('\n--help after a name shows its options. Results are kept in .cache/bench.');
}

async function measure(name: string, args: string[]): Promise<void> {
  const bench = await load(name);
  const values = readOptions(bench.options, args);
  if (values === undefined) return console.log(helpOf(name, bench));
  await sweep();
  const command = ['npm run bench --', name, ...args].join(' ');
  const { recorder, results } = createRecorder({ name, about: bench.about, command, options: values });
  await bench.run(values, recorder);
  for (const result of results()) {
    for (const table of tablesOf(result)) console.log(`\n${toConsole(table)}`);
    for (const note of result.notes) console.log(`\n${note}`);
    console.log(`\n${saveResult(result)}`);
  }
}

/** Returns the exit code. */
async function main([name, ...args]: string[]): Promise<number> {
  try {
    if (name === undefined) await list();
    else if (name === 'report') console.log(writeReport());
    else if (names.includes(name)) await measure(name, args);
    else throw new UsageError(`There is no bench "${name}"; npm run bench lists them`);
    return 0;
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await putAway();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    // Work that is still running fails now; nobody awaits its errors.
    process.on('uncaughtException', () => {});
    await putAway();
    process.exit(1);
  });
}
process.exit(await main(process.argv.slice(2)));
