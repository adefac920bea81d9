import { listConnectorLogs, listTraffic, testMutator, trafficOutcomes } from '@stellwerk/contract/connector';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { listUnknownIds, removeUnknownId, replayUnknownId } from '@stellwerk/contract/unknown-id';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../lib/api.ts';

/** Fast enough to watch a device being set up. */
const refreshMs = 2_000;

export type Traffic = RouteAnswer<typeof listTraffic>['data'][number];
export const outcomeFilter = z.enum(trafficOutcomes).optional().catch(undefined);

export const useTraffic = (id: number, outcome: z.output<typeof outcomeFilter>, isLive: boolean) =>
  useQuery({
    queryKey: ['connectors', 'traffic', id, outcome],
    queryFn: async ({ signal }) => (await call(listTraffic, { params: { id }, query: { outcome } }, { signal })).data,
    refetchInterval: isLive ? refreshMs : false,
    placeholderData: (known) => known,
  });

export const useConnectorLogs = (id: number) =>
  useQuery({
    queryKey: ['connectors', 'logs', id],
    queryFn: async ({ signal }) => (await call(listConnectorLogs, { params: { id }, query: {} }, { signal })).data,
    refetchInterval: refreshMs * 5,
  });

export type MutatorTest = RouteAnswer<typeof testMutator>['data'];
type MutatorTestInput = Parameters<typeof call<typeof testMutator>>[1]['body'];

/** The result for a mapping and a message, given as JSON text; undefined while one of them is incomplete. */
export const useMappingPreview = (input: string | undefined) =>
  useQuery({
    queryKey: ['connectors', 'mapping-preview', input],
    queryFn: async ({ signal }) => {
      const body: MutatorTestInput = JSON.parse(input ?? '');
      return (await call(testMutator, { body }, { signal })).data;
    },
    enabled: input !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (known) => known,
  });

export type UnknownId = RouteAnswer<typeof listUnknownIds>['data'][number];

const unknownKey = (id: number) => ['connectors', 'unknown', id];

export const useUnknownIds = (id: number) =>
  useQuery({
    queryKey: unknownKey(id),
    queryFn: async ({ signal }) => (await call(listUnknownIds, { params: { id } }, { signal })).data,
    refetchInterval: refreshMs * 2,
  });

export function useUnknownActions(id: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: unknownKey(id) });
  const replay = useMutation({
    mutationFn: async (identifier: string) =>
      (await call(replayUnknownId, { params: { id }, body: { identifier } })).data,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (identifier: string) => call(removeUnknownId, { params: { id }, body: { identifier } }),
    onSettled,
  });
  return { replay: replay.mutateAsync, remove: remove.mutateAsync };
}

export const useMutatorTest = () =>
  useMutation({ mutationFn: async (body: MutatorTestInput) => (await call(testMutator, { body })).data });
