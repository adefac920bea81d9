import type { WidgetManifest } from '@stellwerk/plugin/widget';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { widgetWebs } from './all-kinds.ts';

type Texts = { [key: string]: string | Texts };
type Schema = { properties?: Record<string, Schema>; enum?: unknown[] };

const folder = '../../../../../../plugins/widgets';
const manifests = import.meta.glob<WidgetManifest>('../../../../../../plugins/widgets/*/manifest.ts', {
  eager: true,
  import: 'manifest',
});
const texts = import.meta.glob<Texts>('../../../../../../plugins/widgets/*/locales/*.json', {
  eager: true,
  import: 'default',
});

const textAt = (found: string | Texts | undefined, key: string): unknown =>
  key
    .split('.')
    .reduce<string | Texts | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), found);

const schemaAt = (schema: Schema, path: string): Schema | undefined =>
  path.split('.').reduce<Schema | undefined>((part, name) => part?.properties?.[name], schema);

describe.each(Object.values(manifests).map((manifest) => [manifest.type, manifest] as const))(
  'the web half of %s',
  (type, { options }) => {
    const web = widgetWebs.get(type);
    // Only the JSON schema matters here; refinements cannot be expressed in it.
    const schema: Schema = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as Schema;
    const fields = web?.tabs.flatMap((tab) => tab.fields.map(({ name }) => name)) ?? [];

    it('references only existing options, each once, and all of them', () => {
      expect(fields.filter((name) => schemaAt(schema, name) === undefined)).toEqual([]);
      expect(new Set(fields).size).toBe(fields.length);
      const tops = new Set(fields.map((name) => name.split('.')[0]));
      expect(Object.keys(schema.properties ?? {}).filter((name) => !tops.has(name))).toEqual([]);
    });

    it.each(['de', 'en'])('has all texts (%s)', (language) => {
      const wanted = [
        'title',
        'description',
        ...(web?.tabs.map(({ id }) => `tab.${id}`) ?? []),
        ...fields.map((name) => `field.${name}.label`),
        ...fields.flatMap((name) =>
          (schemaAt(schema, name)?.enum ?? []).map((choice) => `field.${name}.value.${choice}`),
        ),
      ];
      const own = texts[`${folder}/${type}/locales/${language}.json`];
      expect(wanted.filter((key) => typeof textAt(own, key) !== 'string')).toEqual([]);
    });

    it('renders a widget with default options', () => {
      expect(options.safeParse({}).success).toBe(true);
      expect(web?.start.size).toBeGreaterThan(0);
    });
  },
);

it('finds every kind with a folder', () => {
  const types = Object.values(manifests).map(({ type }) => type);
  expect([...widgetWebs.keys()].sort()).toEqual(types.sort());
  expect(types.length).toBeGreaterThan(4);
});
