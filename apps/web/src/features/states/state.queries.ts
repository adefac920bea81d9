import { readLineage } from '@stellwerk/contract/lineage';
import {
  checkForAggregateLoop,
  createState,
  deleteState,
  listLinkedAggregations,
  listTwinStates,
  orderStates,
  pressButton,
  previewAggregate,
  type State,
  setStateValue,
  updateState,
  valueChanges,
} from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { updateLiveCache } from '../../lib/live-cache-update.ts';
import { readUnlessMutating, useOptimisticMutation } from '../../lib/optimistic-mutation.ts';
import { inOrder } from '../../ui/order/reorder.ts';
import { applyValueChanges, needsRefetch } from './value-changes.ts';

export const stateKeys = {
  all: ['states'] as const,
  ofTwin: (twinId: number) => ['states', 'twin', twinId] as const,
  lists: ['states', 'list'] as const,
};

export const useTwinStates = (twinId: number) =>
  useQuery({
    queryKey: stateKeys.ofTwin(twinId),
    queryFn: readUnlessMutating(
      async ({ signal }) => (await call(listTwinStates, { params: { id: twinId } }, { signal })).data,
    ),
  });

/** Newest values of a twin as they come, in what `useTwinStates` has read. */
export function useLiveValues(twinId: number): void {
  const queries = useQueryClient();
  const key = stateKeys.ofTwin(twinId);
  const reload = () => void queries.invalidateQueries({ queryKey: key });
  useLive(
    `twin/${twinId}/values`,
    (data) => {
      const changes = valueChanges.safeParse(data);
      if (!changes.success) return;
      updateLiveCache<State[]>(queries, key, (known) => applyValueChanges(known, changes.data));
      if (needsRefetch(queries.getQueryData<State[]>(key) ?? [], changes.data)) reload();
    },
    reload,
  );
}

type NewState = CallInput<typeof createState>['body'];
type StateChange = CallInput<typeof updateState>['body'];
type ValueToSet = CallInput<typeof setStateValue>['body'];

export function useStateActions(twinId: number) {
  const queries = useQueryClient();
  // A twin shows how many states it has, and the worst of their statuses.
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: stateKeys.all }),
      queries.invalidateQueries({ queryKey: ['twins', 'one', twinId] }),
    ]);
  const place = (stateId: number) => ({ id: twinId, stateId });
  const create = useMutation({
    mutationFn: async (body: NewState) => (await call(createState, { params: { id: twinId }, body })).data,
    onSettled,
  });
  const update = useMutation({
    mutationFn: async ({ stateId, body }: { stateId: number; body: StateChange }) =>
      (await call(updateState, { params: place(stateId), body })).data,
    onSettled,
  });
  const setValue = useMutation({
    mutationFn: async ({ stateId, body }: { stateId: number; body: ValueToSet }) =>
      (await call(setStateValue, { params: place(stateId), body })).data,
    onSettled,
  });
  const press = useMutation({
    mutationFn: async (stateId: number) => (await call(pressButton, { params: place(stateId) })).data,
  });
  const remove = useMutation({
    mutationFn: (stateId: number) => call(deleteState, { params: place(stateId) }),
    onSettled,
  });
  return {
    create: create.mutateAsync,
    update: update.mutateAsync,
    setValue: setValue.mutateAsync,
    press: press.mutateAsync,
    remove: remove.mutateAsync,
  };
}

export const useStateOrder = (twinId: number) =>
  useOptimisticMutation(stateKeys.ofTwin(twinId), {
    send: (stateIds: number[]) => call(orderStates, { params: { id: twinId }, body: { stateIds } }),
    updateOptimistically: (states: State[], stateIds) => inOrder(states, stateIds),
  });

export const useLinkedAggregations = (twinId: number, stateId: number) =>
  useQuery({
    queryKey: ['states', 'linked', stateId],
    queryFn: async ({ signal }) =>
      (await call(listLinkedAggregations, { params: { id: twinId, stateId } }, { signal })).data,
    // What forbids a deletion may have gone a moment ago.
    staleTime: 0,
  });

export const useLineage = (stateId: number) =>
  useQuery({
    queryKey: ['states', 'lineage', stateId],
    queryFn: async ({ signal }) => (await call(readLineage, { params: { id: stateId } }, { signal })).data,
    staleTime: 0,
  });

export interface PreviewInput {
  twinId: number;
  /** Undefined while the form does not hold a whole one. */
  config: SourceConfig | undefined;
  transformer: string;
}

/** What a computed state would give now; the last answer stays while the next one is awaited. */
export const usePreview = ({ twinId, config, transformer }: PreviewInput) =>
  useQuery({
    queryKey: ['states', 'preview', twinId, config, transformer],
    queryFn: async ({ signal }) => {
      if (!config) return null;
      const body = { config, transformer };
      return (await call(previewAggregate, { params: { id: twinId }, body }, { signal })).data;
    },
    enabled: config !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  });

export const useLoopCheck = (twinId: number, stateId: number | undefined, stateIds: readonly number[]) =>
  useQuery({
    queryKey: ['states', 'loop', stateId, stateIds],
    queryFn: async ({ signal }) => {
      if (stateId === undefined) return null;
      const params = { id: twinId, stateId };
      return (await call(checkForAggregateLoop, { params, body: { stateIds: [...stateIds] } }, { signal })).data;
    },
    enabled: stateId !== undefined && stateIds.length > 0,
    staleTime: 0,
  });
