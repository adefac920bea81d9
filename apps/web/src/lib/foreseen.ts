import {
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

const changeKeyOf = (queryKey: QueryKey): QueryKey => ['change', ...queryKey];

/**
 * How that is read whose changes are foreseen: while the server is told of one, it would answer what was before, and
 * the page would jump back. Until then what is known stays; it is read again behind the last change.
 */
export const readBetweenChanges =
  <Known, Key extends QueryKey>(read: QueryFunction<Known, Key>): QueryFunction<Known, Key> =>
  (context) => {
    const { client, queryKey } = context;
    const known = client.getQueryData<Known>(queryKey);
    const isChanging = client.isMutating({ mutationKey: changeKeyOf(queryKey) }) > 0;
    return known !== undefined && isChanging ? known : read(context);
  };

interface ForeseenChange<Known, Input, Output> {
  send: (input: Input) => Promise<Output>;
  /** What will be known once the server has it; without this the page waits for the server. */
  foresee?: (known: Known, input: Input) => Known;
  /** What else is read again behind the last change. */
  also?: readonly QueryKey[];
}

/** The change, and what follows behind the last of several: it is no part of any, because the next would wait for it. */
export function foreseenChange<Known, Input, Output>(
  queries: QueryClient,
  queryKey: QueryKey,
  { send, foresee, also = [] }: ForeseenChange<Known, Input, Output>,
) {
  const mutationKey = changeKeyOf(queryKey);
  const change = {
    mutationKey,
    scope: { id: mutationKey.join('-') },
    mutationFn: send,
    /** Gives what takes it back. */
    onMutate: async (input: Input): Promise<() => void> => {
      await queries.cancelQueries({ queryKey, exact: true });
      const before = queries.getQueryData<Known>(queryKey);
      if (before === undefined || !foresee) return () => {};
      queries.setQueryData<Known>(queryKey, foresee(before, input));
      return () => void queries.setQueryData<Known>(queryKey, before);
    },
    onError: (_error: Error, _input: Input, takeBack: (() => void) | undefined) => takeBack?.(),
  };
  async function readAgain(): Promise<void> {
    if (queries.isMutating({ mutationKey }) > 0) return;
    await Promise.all([queryKey, ...also].map((each) => queries.invalidateQueries({ queryKey: each })));
  }
  return { change, readAgain };
}

/**
 * A change that shows at once and is taken back where the server refuses it. One call after the other, in the order of
 * the clicks, so that the last one wins.
 */
export function useForeseenChange<Known, Input, Output>(
  queryKey: QueryKey,
  options: ForeseenChange<Known, Input, Output>,
): (input: Input) => Promise<Output> {
  const { change, readAgain } = foreseenChange(useQueryClient(), queryKey, options);
  const { mutateAsync } = useMutation(change);
  return (input) => mutateAsync(input).finally(readAgain);
}
