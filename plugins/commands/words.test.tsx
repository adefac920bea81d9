import type { CommandManifest } from '@stellwerk/plugin/command';
import type { CommandWeb } from '@stellwerk/plugin/command-web';
import { expect, it } from 'vitest';
import { z } from 'zod';

type Texts = { [key: string]: string | Texts };

const manifests = import.meta.glob<CommandManifest>('./*/manifest.ts', { eager: true, import: 'manifest' });
const webs = import.meta.glob<CommandWeb>('./*/web.tsx', { eager: true, import: 'web' });
const texts = import.meta.glob<Texts>('./*/locales/*.json', { eager: true, import: 'default' });

const textAt = (found: string | Texts | undefined, key: string): unknown =>
  key
    .split('.')
    .reduce<string | Texts | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), found);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every option, and every choice where there is one. */
function wantedOf({ options }: CommandManifest): string[] {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, schema]) => {
    const choices = isObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
    return [`field.${name}.label`, ...choices.map((choice) => `field.${name}.value.${String(choice)}`)];
  });
}

it('finds the command kinds', () => {
  expect(Object.keys(manifests).length).toBeGreaterThan(5);
});

it.each(Object.entries(manifests))(
  '%s has a web half with all options, and texts in both languages',
  (file, manifest) => {
    const folder = `./${manifest.type}`;
    expect(file).toBe(`${folder}/manifest.ts`);
    const web = webs[`${folder}/web.tsx`];
    const names = Object.keys(manifest.options.shape);
    expect(web?.fields.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const language of ['de', 'en']) {
      const own = texts[`${folder}/locales/${language}.json`];
      const missing = ['title', 'description', ...wantedOf(manifest)].filter(
        (key) => typeof textAt(own, key) !== 'string',
      );
      expect([language, missing]).toEqual([language, []]);
    }
    expect(web?.summary({}, (key) => key)).toEqual(expect.any(String));
  },
);
