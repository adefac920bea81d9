import { idFromText } from '@stellwerk/contract/core/id';
import type { WidgetTwinFilter } from '@stellwerk/contract/widget';
import { fillText } from '@stellwerk/plugin/placeholder';

/** A filter whose placeholders have been replaced by values. */
export interface ResolvedFilter {
  /** Null if the filter has no ids. */
  ids: number[] | null;
  parentId: number | null;
  onlyBelow: boolean;
  tags: string[];
  types: WidgetTwinFilter['types'];
  category: WidgetTwinFilter['category'];
  search: string;
  keyValues: { key: string; value: string }[];
}

const parameterPrefix = 'param.';

/** Undefined if a parameter in the text has no value. */
function fill(text: string, parameters: ReadonlyMap<string, string>): string | undefined {
  let isKnown = true;
  const filled = fillText(text, (name) => {
    if (!name.startsWith(parameterPrefix)) return undefined;
    const value = parameters.get(name.slice(parameterPrefix.length));
    if (value === undefined) isKnown = false;
    return value;
  });
  return isKnown ? filled : undefined;
}

/** Undefined if the filter can match no twin: a parameter has no value, or is not an id where an id is required. */
export function resolveFilter(
  filter: WidgetTwinFilter,
  parameters: ReadonlyMap<string, string>,
): ResolvedFilter | undefined {
  const filled = (text: string) => fill(text, parameters);
  const ids = filter.dtwinIds.flatMap((text) => idFromText(filled(text)) ?? []);
  if (filter.dtwinIds.length > 0 && ids.length === 0) return undefined;
  const parentId = filter.parentDtwinId === null ? null : idFromText(filled(filter.parentDtwinId));
  const tags = filter.tags.map(filled);
  const search = filled(filter.search);
  const keyValues = filter.keyValues.map(({ key, value }) => ({ key, value: filled(value) }));
  const isWhole = (value: unknown) => value !== undefined;
  if (parentId === undefined || search === undefined) return undefined;
  if (!tags.every(isWhole) || !keyValues.every(({ value }) => isWhole(value))) return undefined;
  return {
    ids: filter.dtwinIds.length === 0 ? null : [...new Set(ids)],
    parentId,
    onlyBelow: filter.onlyBelow && parentId !== null,
    tags: tags.flatMap((tag) => tag ?? []),
    types: filter.types,
    category: filter.category,
    search: search.trim(),
    keyValues: keyValues.map(({ key, value = '' }) => ({ key, value })),
  };
}
