import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/steps.ts';
import { type Result, readResults } from './result.ts';
import { tablesOf, toMarkdown } from './tables.ts';

const file = 'docs/performance.md';

const introduction = `# Performance

Figures of the last measurements, written by \`npm run bench -- report\` from what each bench left in \`.cache/bench\`; none is typed by hand. \`npm run bench\` lists the benches, and each command below repeats its section.

How to read it:

- Everything runs on one machine and shares its cores: the program, its database, the load generators and the peers. Absolute figures are those of that machine; ratios travel further. A load well above 0 before the start means that somebody else was measured too, and so does a virtual machine whose host gave processor time to others.
- **target** is what we want to reach: ≥ at least, ≤ at most. A figure that misses it says so.
- **peer** is another program that did the same work in the same run; notes below a section say where "the same" ends. A peer that could not be had is called "not installed".
- Times are medians unless they say otherwise. Commits are durable (PostgreSQL with fsync): what was acknowledged survives a power failure.`;

function machineLine({ machine, date, commit }: Result): string {
  const { cpu, cores, memoryGib, os, node, postgres, loadBefore, stolenPercent = 0 } = machine;
  const system = `${cpu}, ${cores} cores, ${memoryGib} GiB, ${os}, Node ${node}, PostgreSQL ${postgres}`;
  const others = stolenPercent > 0 ? `; ${stolenPercent} % of the processors went to others meanwhile` : '';
  return `${system}; load before ${loadBefore}${others}; ${date.slice(0, 10)}, commit ${commit}.`;
}

function optionText(value: unknown): string {
  if (Array.isArray(value)) return value.map(optionText).join(', ');
  return typeof value === 'number' ? value.toLocaleString('en') : String(value);
}

function sectionOf(result: Result): string {
  const options = Object.entries(result.options).map(([name, value]) => `${name} ${optionText(value)}`);
  return [
    `## ${result.name}`,
    result.about,
    ['```sh', result.command, '```'].join('\n'),
    `${options.length > 0 ? `${options.join('; ')}.\n` : ''}${machineLine(result)}`,
    ...tablesOf(result).map(toMarkdown),
    ...(result.notes.length > 0 ? [result.notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n');
}

/** Sections of an earlier report by name. */
function sectionsIn(text: string): Map<string, string> {
  const parts = text.split(/^(?=## )/m).slice(1);
  return new Map(parts.map((part) => [/^## (.+)$/m.exec(part)?.[1] ?? '', part.trim()]));
}

/** Benchmarks that were not run on this machine keep their earlier section. */
export function reportOf(earlier: string, results: readonly Result[]): string {
  const sections = sectionsIn(earlier);
  for (const result of results) sections.set(result.name, sectionOf(result));
  const sorted = [...sections].sort(([a], [b]) => a.localeCompare(b)).map(([, section]) => section);
  return `${[introduction, ...sorted].join('\n\n')}\n`;
}

export function writeReport(): string {
  const path = join(root, file);
  const results = readResults();
  writeFileSync(path, reportOf(existsSync(path) ? readFileSync(path, 'utf8') : '', results));
  return `${file}: ${results.map(({ name }) => name).join(', ') || 'no result yet; the earlier sections were kept'}`;
}
