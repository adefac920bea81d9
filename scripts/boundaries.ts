import { execFileSync, type StdioOptions } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './steps.ts';

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

const folders = ['apps', 'packages', 'plugins', 'scripts', 'bench'];

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));
}

/** Cruises the sources (and planted files, in the test of this check) and returns what breaks a rule. */
export function findViolations(extra: string[] = []): { violations: string[]; unseen: string[] } {
  const args = [...folders, ...extra, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 256_000_000, stdio } as const;
  const bin = join(root, 'node_modules/.bin/depcruise');
  let output: string;
  try {
    output = execFileSync(bin, args, options);
  } catch (error) {
    // It exits with the number of violations, and prints the report all the same.
    output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
  }
  const cruise: Cruise = JSON.parse(output);
  const seen = new Set(cruise.modules.map((module) => module.source));
  return {
    violations: cruise.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    unseen: folders.flatMap(sourceFiles).filter((file) => !seen.has(file)),
  };
}

export async function boundaries(): Promise<boolean> {
  const { violations, unseen } = findViolations();
  for (const violation of violations) console.error(violation);
  for (const file of unseen) console.error(`not cruised: ${file}`);
  return violations.length === 0 && unseen.length === 0;
}
