import { listConnectorLogs, listTraffic, testMutator, trafficOutcomes } from '@stellwerk/contract/connector';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { useMutation, useQuery } from '@tanstack/react-query';
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

export const useMutatorTest = () =>
  useMutation({ mutationFn: async (body: MutatorTestInput) => (await call(testMutator, { body })).data });
