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
import { whenFetchSettled } from '../lib/live-cache-update.ts';

/**
 * A first fetch in flight during a change may return older data, and the library would keep its result. So the query is
 * fetched once more afterwards. The fetch is not cancelled: with changes more frequent than responses, no response
 * would ever arrive.
 */
class Queries extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const running = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    // The library itself refetches queries that already have data.
    const early = running.filter((query) => query.state.data === undefined || !query.isActive());
    await Promise.all([super.invalidateQueries(filters, options), ...early.map((query) => this.#readAgain(query))]);
  }

  #readAgain(query: Query): Promise<void> {
    const planned = this.#again.get(query);
    if (planned) return planned;
    const again = whenFetchSettled(query).then(() => {
      this.#again.delete(query);
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
    this.#again.set(query, again);
    return again;
  }
}

/** Calls `onUnauthenticated` when the server no longer accepts the session. */
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
        // A refusal is final; only an unreachable server is queried again.
        retry: (failures, error) => isUnreachable(error) && failures < 2,
      },
    },
  });
}
