import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Resolves once no fetch of the query is in flight. */
export async function whenFetchSettled(query: Query): Promise<void> {
  for (let reading = query.promise; reading && query.state.fetchStatus === 'fetching'; reading = query.promise) {
    await reading.catch(() => undefined);
  }
}

/**
 * Applies an update to the cached data. A fetch in flight may return older data, so the update is applied to its result
 * as well: it must be idempotent.
 */
export function updateLiveCache<T>(queries: QueryClient, queryKey: QueryKey, put: (known: T) => T): void {
  queries.setQueriesData<T>({ queryKey }, (known) => known && put(known));
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    void whenFetchSettled(query).then(() => queries.setQueryData<T>(query.queryKey, (known) => known && put(known)));
  }
}
