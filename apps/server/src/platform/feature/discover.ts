import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Feature, isFeature } from './define-feature.ts';

const exportedFeature = (module: unknown): unknown =>
  typeof module === 'object' && module !== null && 'feature' in module ? module.feature : undefined;

/** Loads the feature of each subfolder that has a `feature.ts`. A broken one stops the start. */
export async function discoverFeatures(dir: string): Promise<Feature[]> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const files = folders
    .map(({ name }) => ({ name, file: join(dir, name, 'feature.ts') }))
    .filter(({ file }) => existsSync(file))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return Promise.all(
    files.map(async ({ name, file }) => {
      const feature = exportedFeature(await import(pathToFileURL(file).href));
      if (!isFeature(feature)) throw new Error(`${name}/feature.ts exports no feature`);
      if (feature.name !== name) throw new Error(`${name}/feature.ts declares the feature ${feature.name}`);
      return feature;
    }),
  );
}
