import {
  canShareTwin,
  createShareKey,
  deleteShareKey,
  findShareKey,
  isTwinShared,
} from '@stellwerk/contract/twin-sharing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const keyOf = (twinId: number) => ['twin-sharing', twinId] as const;

/** For those who may share: the key, whether a twin above is shared anyway, and whether links work at all. */
export const useTwinShare = (id: number) =>
  useQuery({
    queryKey: [...keyOf(id), 'share'],
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
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['twin-sharing'] });
  const create = useMutation({ mutationFn: () => call(createShareKey, { params: { id } }), onSuccess });
  const end = useMutation({ mutationFn: () => call(deleteShareKey, { params: { id } }), onSuccess });
  return { create, end: end.mutateAsync };
}
