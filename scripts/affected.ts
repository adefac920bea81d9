import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './steps.ts';

/** A module of the import graph, as dependency-cruiser reports it. */
export interface Module {
  source: string;
  dependencies: { resolved: string; dependencyTypes: string[] }[];
}

export const projects = ['unit', 'component', 'db', 'browser'] as const;
export type Project = (typeof projects)[number];

export function projectOf(file: string): Project | undefined {
  if (file.endsWith('.e2e.ts')) return 'browser';
  if (file.endsWith('.db.test.ts')) return 'db';
  if (file.endsWith('.test.tsx')) return 'component';
  return file.endsWith('.test.ts') ? 'unit' : undefined;
}

/** Vitest runs these before all tests of their project, so every test depends on them. */
const setups: Partial<Record<Project, string>> = {
  component: 'apps/web/src/testing/component.setup.ts',
  db: 'apps/server/test/database.setup.ts',
  browser: 'e2e/server.setup.ts',
};

/** Browser tests run the whole program. */
const isOfProgram = (file: string) =>
  /^(apps\/(server\/(src|migrations)|web)|packages|plugins|docs\/guides)\//.test(file) &&
  !projectOf(file) &&
  !file.includes('/testing/');

/** Only the tests in `scripts` read these files, and they always run, because they read all files. */
const isRecord = (file: string) => /^(docs\/(?!guides\/)|[^/]+\.md$|LICENSE$|Dockerfile$|compose\.yaml$)/.test(file);

/** Folders and files that a source finds at run time, which no import shows. */
function placesOf(file: string, text: string): string[] {
  if (!/\bimport\.meta\.(glob|url|dirname)\b/.test(text)) return [];
  const folder = dirname(file);
  const named = [...text.matchAll(/'!?(\.\.?\/[^'*{]*)/g)].map(([, path = '']) => normalize(join(folder, path)));
  return text.includes('import.meta.dirname') ? [folder, ...named] : named;
}

const readSource = (file: string) => readFileSync(join(root, file), 'utf8');

/** The `tests` that a change of these files can affect: all if the effect of a changed file is unknown. */
export function affectedTests(
  changed: readonly string[],
  tests: readonly string[],
  modules: readonly Module[],
  sourceOf: (file: string) => string = readSource,
): string[] {
  const importers = new Map<string, string[]>();
  const finders: { file: string; place: string }[] = [];
  for (const { source, dependencies } of modules) {
    // The types are always checked.
    for (const { resolved, dependencyTypes } of dependencies) {
      if (!dependencyTypes.includes('type-only')) importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
    }
    if (/^(apps|packages|plugins|e2e)\/.*\.tsx?$/.test(source))
      finders.push(...placesOf(source, sourceOf(source)).map((place) => ({ file: source, place })));
  }
  const findersOf = (file: string) =>
    projectOf(file)
      ? []
      : finders
          .filter(({ place }) => file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`))
          .map((finder) => finder.file);

  const read = changed.filter((file) => !isRecord(file));
  const known = new Set(modules.map(({ source }) => source));
  const isTraceable = (file: string) =>
    known.has(file) || file.startsWith('apps/web/') || findersOf(file).length > 0 || projectOf(file) !== undefined;
  if (!read.every(isTraceable)) return [...tests];

  const reached = new Set(read);
  for (const file of reached)
    for (const user of [...(importers.get(file) ?? []), ...findersOf(file)]) reached.add(user);
  const isWhole = (project: Project) =>
    reached.has(setups[project] ?? '') || (project === 'browser' && read.some(isOfProgram));
  return tests.filter((file) => {
    const project = projectOf(file);
    return reached.has(file) || file.startsWith('scripts/') || (project !== undefined && isWhole(project));
  });
}
