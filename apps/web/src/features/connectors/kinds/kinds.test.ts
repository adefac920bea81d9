import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choiceKey, schemaFields } from '../../../ui/form/schema-fields.ts';
import { sectionsOf } from '../form/kind-sections.ts';
import { connectorWebs } from './all-kinds.ts';

type Texts = { [key: string]: string | Texts };

const folder = '../../../../../../plugins/connectors';
const manifests = import.meta.glob<ConnectorManifest>('../../../../../../plugins/connectors/*/manifest.ts', {
  eager: true,
  import: 'manifest',
});
const texts = import.meta.glob<Texts>('../../../../../../plugins/connectors/*/locales/de.json', {
  eager: true,
  import: 'default',
});

const textAt = (found: string | Texts | undefined, key: string): unknown =>
  key
    .split('.')
    .reduce<string | Texts | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), found);

describe.each(Object.values(manifests).map((manifest) => [manifest.type, manifest] as const))(
  'the web half of %s',
  (type, { options, secrets }) => {
    const fields = schemaFields(z.toJSONSchema(options, { io: 'input' }));
    const names = [...fields, ...secrets].map(({ name }) => name);
    const web = connectorWebs.get(type);

    it('exists, and names only what the kind has', () => {
      const named = web?.sections.flatMap((section) => section.fields.map(({ name }) => name)) ?? [];
      expect(web).toBeDefined();
      expect(named.filter((name) => !names.includes(name))).toEqual([]);
      expect(new Set(named).size).toBe(named.length);
    });

    it('has words for its title, its sections, its fields and their choices', () => {
      const sections = sectionsOf(web?.sections ?? [], names).flatMap(({ id }) => (id ? [`section.${id}`] : []));
      const wanted = [
        'title',
        'description',
        ...sections,
        ...names.map((name) => `field.${name}.label`),
        ...fields.flatMap(({ name, choices }) => choices.map((choice) => `field.${name}.value.${choiceKey(choice)}`)),
      ];
      const own = texts[`${folder}/${type}/locales/de.json`];
      expect(wanted.filter((key) => typeof textAt(own, key) !== 'string')).toEqual([]);
    });
  },
);

it('finds every kind that has a folder', () => {
  expect([...connectorWebs.keys()].sort()).toEqual(
    Object.values(manifests)
      .map(({ type }) => type)
      .sort(),
  );
  expect(connectorWebs.size).toBeGreaterThan(0);
});
