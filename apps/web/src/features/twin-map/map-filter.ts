import { stateKey } from '@stellwerk/contract/state';
import { tag, twinTypes } from '@stellwerk/contract/twin';
import type { SearchParams } from '../../ui/navigation/use-search-params.ts';
import { joinValues, splitValues } from '../../ui/table/table-state.ts';
import type { MapFilter } from './map-source.ts';

type Values = Record<string, string[]>;

const names = ['values', 'tags', 'types', 'areas'] as const;

export function filterFromSearch(search: SearchParams): Values {
  const read = names.map((name): [string, string[]] => {
    const text = search[name];
    return [name, typeof text === 'string' || typeof text === 'number' ? splitValues(String(text)) : []];
  });
  return Object.fromEntries(read.filter(([, values]) => values.length > 0));
}

export const filterToSearch = (values: Values): SearchParams =>
  Object.fromEntries(names.map((name) => [name, values[name]?.length ? joinValues(values[name]) : undefined]));

const maxValues = 5;
const maxTags = 20;

/** What the server would refuse is left out: an address can hold anything. */
export function mapFilterOf({ values = [], tags = [], types = [], areas = [] }: Values): MapFilter {
  const joined = (items: readonly string[]) => (items.length > 0 ? items.join(',') : undefined);
  return {
    stateKeys: joined(values.filter((key) => stateKey.safeParse(key).success).slice(0, maxValues)),
    tags: joined(tags.filter((text) => tag.safeParse(text).success).slice(0, maxTags)),
    types: joined(types.filter((type) => twinTypes.some((known) => known === type))),
    excludeZones: areas.includes('excludeZones') ? 'true' : undefined,
    hideStatelessPolygons: areas.includes('hideStateless') ? 'true' : undefined,
  };
}
