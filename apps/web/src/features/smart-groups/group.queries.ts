import { maxPageSize } from '@stellwerk/contract/core/envelope';
import {
  createSmartGroup,
  deleteSmartGroup,
  deleteSmartGroupAttachment,
  deleteSmartGroupImage,
  listSmartGroups,
  readSmartGroup,
  readSmartGroupAttachment,
  readSmartGroupFigures,
  readSmartGroupImage,
  readSmartGroupPackets,
  readsSmartGroups,
  type SmartGroup,
  updateSmartGroup,
  uploadSmartGroupAttachment,
  uploadSmartGroupImage,
} from '@stellwerk/contract/smart-group';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../lib/abilities.ts';
import { type CallInput, call } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import type { TableQuery } from '../../ui/table/table-state.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';

/** Ten megabytes over a slow line. */
const fileTimeoutMs = 120_000;
/** Large groups are counted when they are read. */
const countTimeoutMs = 25_000;
const refreshMs = 30_000;

export const groupKeys = {
  all: ['smart-groups'] as const,
  one: (id: number) => ['smart-groups', 'one', id] as const,
};

const { sort: sorts } = listSmartGroups.query.shape;

export function useSmartGroups({ offset, limit, search, sort }: TableQuery, tenantIds: readonly number[]) {
  const query = {
    ...{ offset, limit, search: search || undefined },
    // The address can hold anything; what the server would refuse falls back to the ordinary list.
    sort: sorts.safeParse(sort).data,
    tenantIds: tenantIds.length > 0 ? tenantIds.join(',') : undefined,
  };
  return useQuery({
    queryKey: [...groupKeys.all, 'list', query],
    queryFn: ({ signal }) => call(listSmartGroups, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Groups to choose from, of one account or of all. */
export function useSmartGroupChoices(tenantId: number | undefined) {
  const mayRead = useCan(readsSmartGroups);
  const query = { limit: maxPageSize, tenantIds: tenantId === undefined ? undefined : String(tenantId) };
  const { data } = useQuery({
    queryKey: [...groupKeys.all, 'choices', query],
    queryFn: async ({ signal }) => (await call(listSmartGroups, { query }, { signal })).data,
    enabled: mayRead,
    placeholderData: keepPreviousData,
  });
  return (data ?? []).map(({ id, title }) => ({ id, title }));
}

export const useSmartGroup = (id: number) =>
  useQuery({
    queryKey: groupKeys.one(id),
    queryFn: async ({ signal }) => (await call(readSmartGroup, { params: { id } }, { signal })).data,
  });

export const useGroupFigures = (id: number) =>
  useQuery({
    queryKey: [...groupKeys.one(id), 'figures'],
    queryFn: async ({ signal }) =>
      (await call(readSmartGroupFigures, { params: { id } }, { signal, timeoutMs: countTimeoutMs })).data,
    refetchInterval: refreshMs,
  });

export const useGroupPackets = (id: number, range: TimeRangeValue, duration: 'hour' | 'day') =>
  useQuery({
    queryKey: [...groupKeys.one(id), 'packets', timeRangeToText(range), duration],
    queryFn: async ({ signal }) => {
      const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
      const query = { startDate: new Date(fromMs).toISOString(), stopDate: new Date(toMs).toISOString(), duration };
      return (await call(readSmartGroupPackets, { params: { id }, query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });

function useGroupChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: groupKeys.all });
  return useMutation({ mutationFn, onSettled }).mutateAsync;
}

export type NewGroup = CallInput<typeof createSmartGroup>['body'];
export type GroupChange = CallInput<typeof updateSmartGroup>['body'];

export function useGroupActions() {
  const queries = useQueryClient();
  const keep = (group: SmartGroup) => {
    queries.setQueryData(groupKeys.one(group.id), group);
    return group;
  };
  return {
    create: useGroupChange(async (body: NewGroup) => keep((await call(createSmartGroup, { body })).data)),
    update: useGroupChange(async ({ id, body }: { id: number; body: GroupChange }) =>
      keep((await call(updateSmartGroup, { params: { id }, body })).data),
    ),
    remove: useGroupChange(async (id: number) => {
      await call(deleteSmartGroup, { params: { id } });
      // The page that still shows the group must not ask for it again.
      queries.removeQueries({ queryKey: groupKeys.one(id) });
    }),
  };
}

const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

export function useGroupFiles(id: number) {
  return {
    upload: useGroupChange(async (file: File) =>
      call(uploadSmartGroupAttachment, { params: { id } }, { form: formOf(file), timeoutMs: fileTimeoutMs }),
    ),
    remove: useGroupChange(async (attachmentId: number) =>
      call(deleteSmartGroupAttachment, { params: { id, attachmentId } }),
    ),
    download: async (attachmentId: number, name: string) =>
      saveFile(
        await call(readSmartGroupAttachment, { params: { id, attachmentId } }, { timeoutMs: fileTimeoutMs }),
        name,
      ),
    setImage: useGroupChange(async (file: File) =>
      call(uploadSmartGroupImage, { params: { id } }, { form: formOf(file), timeoutMs: fileTimeoutMs }),
    ),
    removeImage: useGroupChange(async () => call(deleteSmartGroupImage, { params: { id } })),
  };
}

/** Another file has another address, so that no old picture stays in a cache. */
export const groupImageAddress = (id: number, fileId: number): string =>
  `${readSmartGroupImage.path.replace('{id}', String(id))}?file=${fileId}`;
