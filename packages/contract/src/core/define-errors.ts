/** user: the caller can fix it; operational: retry later; bug: our own fault, reported. */
export type ErrorClass = 'user' | 'operational' | 'bug';

export interface ErrorDefinition {
  readonly status: number;
  readonly params: readonly string[];
  readonly class: ErrorClass;
}

type Entry = number | { readonly status: number; readonly params?: readonly string[]; readonly class?: ErrorClass };

type StatusOf<E extends Entry> = E extends { status: infer S extends number } ? S : E extends number ? E : never;
type ParamsOf<E extends Entry> = E extends { params: infer P extends readonly string[] } ? P : readonly [];

function classOf(status: number): ErrorClass {
  if (status === 502 || status === 503 || status === 504) return 'operational';
  return status >= 500 ? 'bug' : 'user';
}

/** Error codes with a status and the names of their public parameters. Texts are in `locales/errors.{de,en}.json`. */
export function defineErrors<const T extends Record<string, Entry>>(entries: T) {
  const defined = Object.entries(entries).map(([code, entry]): [string, ErrorDefinition] => {
    const { status, params = [], ...rest } = typeof entry === 'number' ? { status: entry } : entry;
    return [code, { status, params, class: 'class' in rest && rest.class ? rest.class : classOf(status) }];
  });
  return Object.fromEntries(defined) as {
    [K in keyof T]: { status: StatusOf<T[K]>; params: ParamsOf<T[K]>; class: ErrorClass };
  };
}
