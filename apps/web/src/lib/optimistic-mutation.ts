import {
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

const mutationKeyOf = (queryKey: QueryKey): QueryKey => ['change', ...queryKey];

/**
 * Query options for data with optimistic mutations. During a mutation the server would return the old value and the
 * page would jump back. Until then the query keeps its value; it is refetched after the last mutation.
 */
export const readUnlessMutating =
  <Data, Key extends QueryKey>(read: QueryFunction<Data, Key>): QueryFunction<Data, Key> =>
  (context) => {
    const { client, queryKey } = context;
    const current = client.getQueryData<Data>(queryKey);
    const isChanging = client.isMutating({ mutationKey: mutationKeyOf(queryKey) }) > 0;
    return current !== undefined && isChanging ? current : read(context);
  };

interface OptimisticMutationOptions<Data, Input, Output> {
  send: (input: Input) => Promise<Output>;
  /** The value after the mutation; without this function the page waits for the server. */
  updateOptimistically?: (current: Data, input: Input) => Data;
  /** Further queries to refetch after the last mutation. */
  alsoInvalidate?: readonly QueryKey[];
}

/**
 * Sends the mutation. The refetch after the last mutation is not part of it, because the next mutation would wait for
 * it.
 */
export function optimisticMutation<Data, Input, Output>(
  queries: QueryClient,
  queryKey: QueryKey,
  { send, updateOptimistically, alsoInvalidate = [] }: OptimisticMutationOptions<Data, Input, Output>,
) {
  const mutationKey = mutationKeyOf(queryKey);
  const change = {
    mutationKey,
    scope: { id: mutationKey.join('-') },
    mutationFn: send,
    /** Returns the function that rolls the update back. */
    onMutate: async (input: Input): Promise<() => void> => {
      await queries.cancelQueries({ queryKey, exact: true });
      const before = queries.getQueryData<Data>(queryKey);
      if (before === undefined || !updateOptimistically) return () => {};
      queries.setQueryData<Data>(queryKey, updateOptimistically(before, input));
      return () => void queries.setQueryData<Data>(queryKey, before);
    },
    onError: (_error: Error, _input: Input, rollBack: (() => void) | undefined) => rollBack?.(),
  };
  async function refetch(): Promise<void> {
    if (queries.isMutating({ mutationKey }) > 0) return;
    await Promise.all([queryKey, ...alsoInvalidate].map((each) => queries.invalidateQueries({ queryKey: each })));
  }
  return { change, refetch };
}

/**
 * An optimistic update that is rolled back if the server refuses it. Mutations run one after the other in the order of
 * the clicks, so that the last one wins.
 */
export function useOptimisticMutation<Data, Input, Output>(
  queryKey: QueryKey,
  options: OptimisticMutationOptions<Data, Input, Output>,
): (input: Input) => Promise<Output> {
  const { change, refetch } = optimisticMutation(useQueryClient(), queryKey, options);
  const { mutateAsync } = useMutation(change);
  return (input) => mutateAsync(input).finally(refetch);
}
