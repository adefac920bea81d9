import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isApiError, isUnreachable } from '../lib/api.ts';

/**
 * What is asked for the first time while something changes may be answered with what was so before the change. The
 * library would keep that answer; here the question is asked anew.
 */
class Queries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      // Nobody looks at the others: they are asked when somebody does.
      void query.cancel(query.isActive() ? { silent: true } : { revert: true });
    }
    return super.invalidateQueries(filters, options);
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
