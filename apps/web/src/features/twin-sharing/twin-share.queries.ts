import {
  canShareTwin,
  createShareKey,
  deleteShareKey,
  findShareKey,
  isTwinShared,
  renewShareKey,
  replaceShareKey,
} from '@stellwerk/contract/twin-sharing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const keyOf = (twinId: number) => ['twin-sharing', twinId] as const;

/** For those who may share: the share without its key, whether a twin above is shared anyway, and whether links work at all. */
export const useTwinShare = (id: number) =>
  useQuery({
    queryKey: [...keyOf(id), 'share'],
    // Others may have renewed or replaced it since the dialog was last open.
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const [found, state, may] = await Promise.all([
        call(findShareKey, { params: { id } }, { signal }),
        call(isTwinShared, { params: { id } }, { signal }),
        call(canShareTwin, { params: { id } }, { signal }),
      ]);
      return { share: found.data, isSharedAbove: state.data.isSharedAbove, canShare: may.data.canShare };
    },
  });

export function useShareActions(id: number) {
  const queries = useQueryClient();
  // Also after a refusal: somebody else may have shared the twin meanwhile.
  const onSettled = () => queries.invalidateQueries({ queryKey: ['twin-sharing'] });
  const create = useMutation({
    mutationFn: (validUntil: string) => call(createShareKey, { params: { id }, body: { validUntil } }),
    onSettled,
  });
  const replace = useMutation({
    mutationFn: (validUntil: string) => call(replaceShareKey, { params: { id }, body: { validUntil } }),
    onSettled,
  });
  const renew = useMutation({
    mutationFn: (validUntil: string) => call(renewShareKey, { params: { id }, body: { validUntil } }),
    onSettled,
  });
  const end = useMutation({ mutationFn: () => call(deleteShareKey, { params: { id } }), onSettled });
  return { create, renew, replace: replace.mutateAsync, end: end.mutateAsync };
}
