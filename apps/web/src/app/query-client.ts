import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isApiError, isUnreachable } from '../lib/api.ts';
import { settled } from '../lib/news.ts';

/**
 * A first reading that is under way when something changes may be older than the change; the library would keep its
 * answer. Here it is read once more after it. It is not given up: where changes come faster than answers, there would
 * never be one.
 */
class Queries extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const running = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    // What is shown already is read anew by the library itself.
    const early = running.filter((query) => query.state.data === undefined || !query.isActive());
    await Promise.all([super.invalidateQueries(filters, options), ...early.map((query) => this.#readAgain(query))]);
  }

  #readAgain(query: Query): Promise<void> {
    const planned = this.#again.get(query);
    if (planned) return planned;
    const again = settled(query).then(() => {
      this.#again.delete(query);
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
    this.#again.set(query, again);
    return again;
  }
}

/** `onUnauthenticated` is told when the server no longer knows the caller. */
export function buildQueryClient(onUnauthenticated: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthenticated();
  };
  return new Queries({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays a refusal; only a server that did not answer is asked again.
        retry: (failures, error) => isUnreachable(error) && failures < 2,
      },
    },
  });
}
