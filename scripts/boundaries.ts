import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Module } from './affected.ts';
import { root } from './steps.ts';

interface Cruise {
  modules: Module[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

const run = promisify(execFile);
const folders = ['apps', 'packages', 'plugins', 'scripts', 'bench'];

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));
}

async function cruiseWith(config: string, places: readonly string[], cwd = root): Promise<Cruise> {
  const args = [...places, '--config', config, '--output-type', 'json'];
  const bin = join(root, 'node_modules/.bin/depcruise');
  const output = await run(bin, args, { cwd, maxBuffer: 256_000_000 }).then(
    ({ stdout }) => stdout,
    // dependency-cruiser exits with the number of violations, but prints the report.
    (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : ''),
  );
  return JSON.parse(output);
}

const violationsIn = ({ summary }: Cruise) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);

const foldersWithoutCircles = ['apps/server/src/platform', 'apps/web/src/features'];

/** Circles between the folders of the platform, and between the features of the web. */
export const findCircles = async (places = foldersWithoutCircles, cwd = root): Promise<string[]> =>
  violationsIn(await cruiseWith('.dependency-cruiser.circles.cjs', places, cwd));

/** Checks the import rules for the sources in `places`, by default all, and returns the violations. */
export async function findViolations(
  places = folders,
  cwd = root,
): Promise<{ violations: string[]; unseen: string[] }> {
  const cruise = await cruiseWith('.dependency-cruiser.cjs', places, cwd);
  const seen = new Set(cruise.modules.map((module) => module.source));
  return {
    violations: violationsIn(cruise),
    unseen: places.flatMap(sourceFiles).filter((file) => !seen.has(file)),
  };
}

/** All sources with their imports, the browser tests included. */
export const importGraph = async (): Promise<Module[]> =>
  (await cruiseWith('.dependency-cruiser.cjs', [...folders, 'e2e'])).modules;

export async function boundaries(): Promise<boolean> {
  const { violations, unseen } = await findViolations();
  const found = [...violations, ...(await findCircles())];
  for (const violation of found) console.error(violation);
  for (const file of unseen) console.error(`not cruised: ${file}`);
  return found.length === 0 && unseen.length === 0;
}
