import {
  announcementsTopic,
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAnnouncements,
  listOwnAnnouncements,
  type OwnAnnouncement,
  updateAnnouncement,
} from '@stellwerk/contract/announcement';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';

const ownKey = ['announcements', 'own'];
/** The server names those of the next hour, so reading again within it is enough. */
const readEveryMs = 30 * 60_000;

export function useOwnAnnouncements() {
  const queries = useQueryClient();
  useLive(announcementsTopic, () => void queries.invalidateQueries({ queryKey: ['announcements'] }));
  return useQuery({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await call(listOwnAnnouncements, {}, { signal })).data,
    refetchInterval: readEveryMs,
    retry: false,
  });
}

/** Hides it at once; the server remembers it for all browsers of the user. */
export function useDismiss() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(dismissAnnouncement, { params: { id } }),
    onMutate: (id) =>
      queries.setQueryData<OwnAnnouncement[]>(ownKey, (known) => known?.filter((each) => each.id !== id)),
    onError: () => queries.invalidateQueries({ queryKey: ownKey }),
  });
}

export const useAnnouncements = (accountId: number, { offset, limit, search }: TableQuery) =>
  useQuery({
    queryKey: ['announcements', accountId, offset, limit, search],
    queryFn: ({ signal }) =>
      call(listAnnouncements, { params: { id: accountId }, query: { offset, limit, search } }, { signal }),
  });

export type AnnouncementFields = CallInput<typeof createAnnouncement>['body'];

export function useAnnouncementActions(accountId: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['announcements'] });
  const params = (announcementId: number) => ({ id: accountId, announcementId });
  return {
    create: useMutation({
      mutationFn: (body: AnnouncementFields) => call(createAnnouncement, { params: { id: accountId }, body }),
      onSettled,
    }).mutateAsync,
    update: useMutation({
      mutationFn: ({ id, body }: { id: number; body: AnnouncementFields }) =>
        call(updateAnnouncement, { params: params(id), body }),
      onSettled,
    }).mutateAsync,
    remove: useMutation({
      mutationFn: (id: number) => call(deleteAnnouncement, { params: params(id) }),
      onSettled,
    }).mutateAsync,
  };
}
