import { deviceFilter, healths, operationalStatuses } from '@stellwerk/contract/device';

const hourMs = 3_600_000;

/** How long nothing came; counted back from the moment of asking. */
export const silences = { '1h': hourMs, '24h': 24 * hourMs, '7d': 168 * hourMs, '30d': 720 * hourMs } as const;
export type Silence = keyof typeof silences;

export interface FilterInput {
  search?: string | undefined;
  filters: Record<string, string[]>;
  /** The account that somebody works in, unless the filter names another. */
  tenantId?: number | undefined;
}

const flags = ['true', 'false'] as const;
const flagOf = (values: string[] = []) => flags.find((flag) => flag === values[0]);
const { tags: tagList, groups: groupList, connectorId: ids } = deviceFilter.shape;
const idOf = (values: string[] = []) => ids.safeParse(values[0]).data;

const known = (values: string[] = [], words: readonly string[]) =>
  values.filter((value) => words.includes(value)).join(',') || undefined;

const listed = (values: string[] = [], list: typeof tagList | typeof groupList) => {
  const text = values.filter((value) => list.safeParse(value).success).join(',');
  return text !== '' && list.safeParse(text).success ? text : undefined;
};

/** What the server would refuse is left out: an address can hold anything. */
export function filterOf({ search, filters, tenantId }: FilterInput) {
  return {
    search: search || undefined,
    search_operator: filters.match?.[0] === 'OR' ? ('OR' as const) : undefined,
    tenantId: idOf(filters.account) ?? tenantId,
    connectorId: idOf(filters.connector),
    driverId: idOf(filters.driver),
    health: known(filters.health, healths),
    operationalStatus: known(filters.status, operationalStatuses),
    tags: listed(filters.tags, tagList),
    groups: listed(filters.groups, groupList),
    disabled: flagOf(filters.disabled),
    favourites: flagOf(filters.favourites),
    silent: (Object.keys(silences) as Silence[]).find((silence) => silence === filters.silent?.[0]),
  };
}
export type DeviceFilterValues = ReturnType<typeof filterOf>;

/** As the calls take it. The time is put in last, so that equal questions stay equal while the clock runs. */
export function apiFilterOf({ silent, ...rest }: DeviceFilterValues, nowMs: number = Date.now()) {
  return { ...rest, silentSince: silent && new Date(nowMs - silences[silent]).toISOString() };
}
