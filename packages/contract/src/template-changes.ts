import type { TemplateContent } from './device-template.ts';

export const templateAreas = [
  'connector',
  'driver',
  'place',
  'icon',
  'tags',
  'groups',
  'properties',
  'states',
  'rules',
  'health',
] as const;
export type TemplateArea = (typeof templateAreas)[number];

export interface FieldChange {
  name: string;
  before: unknown;
  after: unknown;
}

/** A difference between two contents: a part that was added, removed or changed. */
export interface TemplateChange {
  area: TemplateArea;
  /** Identifies the part in its area: the key of a state, a tag; empty for areas that are a single value. */
  key: string;
  title: string;
  kind: 'added' | 'removed' | 'changed';
  /** The changed fields; empty if the part was added or removed as a whole. */
  fields: FieldChange[];
}

type Fields = Readonly<Record<string, unknown>>;

/** JSON with sorted keys, because PostgreSQL stores objects in another order than they were sent. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, normal(each)]),
  );
}

export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(normal(a)) === JSON.stringify(normal(b));

function fieldsThatDiffer(before: Fields, after: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    isSameJson(before[name], after[name]) ? [] : [{ name, before: before[name] ?? null, after: after[name] ?? null }],
  );
}

function changesOfList<T extends Fields>(
  area: TemplateArea,
  [before, after]: readonly [readonly T[], readonly T[]],
  nameOf: (item: T) => { key: string; title: string },
): TemplateChange[] {
  const byKey = (items: readonly T[]) => new Map(items.map((item) => [nameOf(item).key, item]));
  const [old, next] = [byKey(before), byKey(after)];
  const removed = before
    .filter((item) => !next.has(nameOf(item).key))
    .map((item): TemplateChange => ({ area, ...nameOf(item), kind: 'removed', fields: [] }));
  const others = after.flatMap((item): TemplateChange[] => {
    const previous = old.get(nameOf(item).key);
    if (!previous) return [{ area, ...nameOf(item), kind: 'added', fields: [] }];
    const fields = fieldsThatDiffer(previous, item);
    return fields.length > 0 ? [{ area, ...nameOf(item), kind: 'changed', fields }] : [];
  });
  return [...removed, ...others];
}

function changesOfTexts(area: TemplateArea, before: readonly string[], after: readonly string[]): TemplateChange[] {
  const items = (texts: readonly string[]) => texts.map((text) => ({ text }));
  return changesOfList(area, [items(before), items(after)], ({ text }) => ({ key: text, title: text }));
}

function changesOfValue(area: TemplateArea, before: Fields, after: Fields): TemplateChange[] {
  const fields = fieldsThatDiffer(before, after);
  return fields.length > 0 ? [{ area, key: '', title: '', kind: 'changed', fields }] : [];
}

/** The differences between two versions for display: additions, removals and changes. */
export function templateChanges(before: TemplateContent, after: TemplateContent): TemplateChange[] {
  const titled = ({ key, title }: { key: string; title: string }) => ({ key, title });
  return [
    ...changesOfValue('connector', { connectorId: before.connectorId }, { connectorId: after.connectorId }),
    ...changesOfValue(
      'driver',
      { driverId: before.driverId, driverVersion: before.driverVersion },
      { driverId: after.driverId, driverVersion: after.driverVersion },
    ),
    ...changesOfValue('place', { parentId: before.parentId }, { parentId: after.parentId }),
    ...changesOfValue('icon', { icon: before.icon }, { icon: after.icon }),
    ...changesOfTexts('tags', before.tags, after.tags),
    ...changesOfTexts('groups', before.groups, after.groups),
    ...changesOfList('properties', [before.properties, after.properties], ({ key }) => ({ key, title: key })),
    ...changesOfList('states', [before.states, after.states], titled),
    ...changesOfList('rules', [before.rules, after.rules], titled),
    ...changesOfList('health', [before.healthConfig, after.healthConfig], ({ identifier, message }) => ({
      key: identifier,
      title: message,
    })),
  ];
}
