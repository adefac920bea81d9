import { z } from 'zod';
import { textIdOf } from './id.ts';
import { flag, textList } from './query.ts';

/** Each word is searched in every row, so many short words must not make a search expensive. */
const maxSearchItems = 200;

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** A JSON object in one query field. Its values are read like separate fields, lists as texts with commas. */
export function jsonFields<T extends z.ZodObject>(fields: T) {
  // The fields' own schemas validate each text; their declared input types are less precise.
  const parsed = fields.partial().strict() as unknown as z.ZodType<Partial<z.output<T>>, Record<string, string>>;
  return z
    .string()
    .max(5_000)
    .transform((text, context): Record<string, string> => {
      try {
        const object: unknown = JSON.parse(text);
        if (typeof object === 'object' && object !== null && !Array.isArray(object)) {
          return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, asText(value)]));
        }
      } catch {
        // Reported as an invalid value below.
      }
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    })
    .pipe(parsed);
}

/** `title`, `-title`, `title desc` and `title:desc`. */
const orderBy = <T extends z.ZodType>(sort: T) => {
  const parsed = sort as unknown as z.ZodType<z.output<T>, string>;
  return z
    .string()
    .max(100)
    .transform((text) =>
      text.replace(/^(\w+)[\s:]+(asc|desc)$/i, (_, name, order) => (/desc/i.test(order) ? `-${name}` : name)),
    )
    .pipe(parsed);
};

interface SpecListParts<S extends z.ZodType, F extends z.ZodObject, O extends z.ZodObject> {
  sort: S;
  filters: F;
  options: O;
}

/**
 * The specification's names of list parameters, beside our own. `search_items` are further words to search for.
 * `filters` and `options` are JSON objects of the fields that have no id. `user_id` can only be the caller, and
 * `restricted_query` changes nothing: lists are always restricted to objects that the caller may see.
 */
export const specListFields = <S extends z.ZodType, F extends z.ZodObject, O extends z.ZodObject>({
  sort,
  filters,
  options,
}: SpecListParts<S, F, O>) => ({
  user_id: textIdOf('caller').optional(),
  /** Objects in these scopes and below them. */
  scope_ids: textList(textIdOf('scope'), 100).optional(),
  search_items: textList(z.string().trim().min(1).max(200), 20)
    .refine((items) => items.join(' ').length <= maxSearchItems)
    .optional(),
  order_by: orderBy(sort).optional(),
  filters: jsonFields(filters).optional(),
  options: jsonFields(options).optional(),
  restricted_query: flag.optional(),
});

interface SpecList {
  user_id?: number | undefined;
  scope_ids?: number[] | undefined;
  search_items?: string[] | undefined;
  order_by?: unknown;
  filters?: object | undefined;
  options?: object | undefined;
  restricted_query?: boolean | undefined;
  search?: string | undefined;
}

/** The only place where the specification's names become ours. */
export function ownListNames<Q extends SpecList>(
  query: Q,
): Omit<Q, Exclude<keyof SpecList, 'search'>> & { scopeIds?: number[] } {
  const { user_id: _caller, restricted_query: _restricted, scope_ids: scopeIds, ...rest } = query;
  const { search_items: words = [], order_by: sort, filters, options, search, ...own } = rest;
  const text = [...(search ? [search] : []), ...words].join(' ');
  return {
    ...own,
    ...filters,
    ...options,
    ...(text === '' ? {} : { search: text }),
    ...(sort === undefined ? {} : { sort }),
    ...(scopeIds ? { scopeIds } : {}),
  } as ReturnType<typeof ownListNames<Q>>;
}
