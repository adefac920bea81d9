import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, isUnreachable } from '../lib/api.ts';

/** `onUnauthenticated` is told when the server no longer knows the caller. */
export function buildQueryClient(onUnauthenticated: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthenticated();
  };
  return new QueryClient({
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
