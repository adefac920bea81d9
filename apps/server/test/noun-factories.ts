import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NounName } from '@stellwerk/contract/core/id';
import type { NounFactories, NounFactory } from './noun-factory.ts';

const features = join(import.meta.dirname, '../src/features');

async function discover(): Promise<Partial<Record<NounName, NounFactory>>> {
  const found: Record<NounName, NounFactory> = {};
  for (const file of globSync('*/testing/nouns.ts', { cwd: features })) {
    const module: { nounFactories: NounFactories } = await import(pathToFileURL(join(features, file)).href);
    Object.assign(found, module.nounFactories);
  }
  return found;
}

/** One factory for each noun in routes; features define them in `testing/nouns.ts`. */
export const nounFactories = await discover();
