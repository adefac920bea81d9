import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FeatureContext } from './context.ts';
import { defineFeature, type Feature } from './define-feature.ts';
import { discoverFeatures } from './discover.ts';
import { createFeatureSet } from './feature-set.ts';
import { defineExtensionPoint, definePort } from './port.ts';

const context = {} as FeatureContext;
const numberPort = definePort<number>('number');
const textPort = definePort<string>('text');
const words = defineExtensionPoint<string>('words');

const create = async (...features: Feature[]) => {
  const set = createFeatureSet();
  await set.create(features, context);
  return set;
};

describe('features', () => {
  it('are created after those that provide what they need, whatever the order of their names', async () => {
    const needing = defineFeature({
      name: 'a',
      needs: { count: numberPort },
      provides: { text: textPort },
      create: (_context, { count }) => ({ provides: { text: `${count} wires` } }),
    });
    const providing = defineFeature({
      name: 'b',
      provides: { count: numberPort },
      create: () => ({ provides: { count: 3 } }),
    });
    const set = await create(needing, providing);
    expect(set.port(textPort)).toBe('3 wires');
  });

  it('may need each other when one of the values is a constant', async () => {
    const first = defineFeature({
      name: 'first',
      needs: { count: numberPort },
      constants: [textPort.with('constant')],
      create: (_context, { count }) => ({ extensions: [words.add(`first ${count}`)] }),
    });
    const second = defineFeature({
      name: 'second',
      needs: { text: textPort },
      provides: { count: numberPort },
      create: (_context, { text }) => ({ provides: { count: text.length } }),
    });
    expect((await create(first, second)).extensions(words)).toEqual(['first 8']);
  });

  it('stop the start when they need each other in a circle', async () => {
    const one = defineFeature({
      name: 'one',
      needs: { text: textPort },
      provides: { count: numberPort },
      create: () => ({ provides: { count: 1 } }),
    });
    const two = defineFeature({
      name: 'two',
      needs: { count: numberPort },
      provides: { text: textPort },
      create: () => ({ provides: { text: '' } }),
    });
    await expect(create(one, two)).rejects.toThrow('Features need each other in a circle: one → two → one');
  });

  it('stop the start when a port has no provider, or two', async () => {
    const needing = defineFeature({ name: 'needing', needs: { count: numberPort } });
    await expect(create(needing)).rejects.toThrow('needing needs the port "number", which no feature provides');
    const constants = [numberPort.with(1)];
    const [a, b] = [defineFeature({ name: 'a', constants }), defineFeature({ name: 'b', constants })];
    await expect(create(a, b)).rejects.toThrow('a and b both provide the port "number"');
  });

  it('do without optional ports, and take values from outside instead of those of features', async () => {
    const seen: (number | undefined)[] = [];
    const asking = defineFeature({
      name: 'asking',
      needs: { count: numberPort.optional },
      create(_context, { count }) {
        seen.push(count);
        return {};
      },
    });
    const providing = defineFeature({
      name: 'providing',
      provides: { count: numberPort },
      create: () => ({ provides: { count: 1 } }),
    });
    await create(asking);
    await create(asking, providing);
    await createFeatureSet().create([asking, providing], context, [numberPort.with(2)]);
    expect(seen).toEqual([undefined, 1, 2]);
  });

  it('read extensions only after all of them have been created', async () => {
    const set = createFeatureSet();
    const early = defineFeature({
      name: 'early',
      create() {
        set.extensions(words);
        return {};
      },
    });
    await expect(set.create([early], context)).rejects.toThrow('"words" was read before all features were created');
  });

  it('run their services in stages, in the order of creation within each', async () => {
    const service = (name: string, stage: 'pipeline' | 'sources') => ({ name, stage, start() {}, async stop() {} });
    const set = await create(
      defineFeature({ name: 'a', create: () => ({ services: [service('source', 'sources')] }) }),
      defineFeature({ name: 'b', create: () => ({ services: [service('pipe', 'pipeline')] }) }),
    );
    expect(set.services().map(({ name }) => name)).toEqual(['pipe', 'source']);
  });
});

describe('discovery', () => {
  async function folderWith(files: Record<string, string>): Promise<string> {
    const dir = mkdtempSync(join(tmpdir(), 'stellwerk-features-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(dir, name));
      await writeFile(join(dir, name, 'feature.ts'), text);
    }
    await mkdir(join(dir, 'no-feature'));
    return dir;
  }
  const declaration = (name: string) =>
    `export const feature = { is: 'feature', name: '${name}', needs: {}, provides: {}, constants: [], create: async () => ({}) };`;

  it('finds each folder with a feature.ts', async () => {
    const dir = await folderWith({ b: declaration('b'), a: declaration('a') });
    expect((await discoverFeatures(dir)).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('stops at a file that exports no feature, or one with the name of another folder', async () => {
    await expect(discoverFeatures(await folderWith({ a: 'export const x = 1;' }))).rejects.toThrow(
      'a/feature.ts exports no feature',
    );
    await expect(discoverFeatures(await folderWith({ a: declaration('b') }))).rejects.toThrow(
      'a/feature.ts declares the feature b',
    );
  });
});
