import { twinFilter, twinTypes } from '@stellwerk/contract/twin';

export interface FilterInput {
  search?: string | undefined;
  filters: Record<string, string[]>;
  tenantId?: number | undefined;
}

const flags = ['true', 'false'] as const;
const flagOf = (values: string[] = []) => flags.find((flag) => flag === values[0]);

/** What the server would refuse is left out: an address can hold anything. */
export function filterQuery({ search, filters, tenantId }: FilterInput) {
  const types = (filters.types ?? []).filter((type) => twinTypes.some((known) => known === type));
  const tags = (filters.tags ?? []).filter((tag) => tag.trim() !== '' && tag.length <= 50 && !/[,;]/.test(tag));
  return {
    search: search || undefined,
    tenantId,
    types: types.join(',') || undefined,
    tags: tags.slice(0, 20).join(',') || undefined,
    disabled: flagOf(filters.disabled),
    favourites: flagOf(filters.favourites),
    category: twinFilter.shape.category.safeParse(filters.category?.[0]).data,
  };
}

/** Whether a tree shows what was looked for instead of everything; the account alone leaves it whole. */
export const isFiltered = ({ tenantId: _, ...rest }: ReturnType<typeof filterQuery>) =>
  Object.values(rest).some((value) => value !== undefined);
