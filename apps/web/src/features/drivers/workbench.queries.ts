import { listDevices } from '@stellwerk/contract/device';
import type { Parser, TargetVariable } from '@stellwerk/contract/driver';
import {
  compareDraft,
  createParserTest,
  deleteParserTest,
  importCodec,
  listParserTests,
  runParser,
  runParserTests,
} from '@stellwerk/contract/driver-workbench';
import { listDevicePackets } from '@stellwerk/contract/packet';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../lib/abilities.ts';
import { call } from '../../lib/api.ts';
import type { BodyOf } from './driver.queries.ts';
import type { TestPacket } from './parser/packet-text.ts';

/** A parser may use its two seconds, one at an address five. */
const runTimeoutMs = 20_000;
/** A thousand packets, twice. */
const compareTimeoutMs = 120_000;
const shownPackets = 10;
const shownDevices = 50;

export interface RunInput {
  parser: Parser;
  variables: TargetVariable[];
  packet: TestPacket;
}

/** What a parser makes of a packet; the same input is not run twice by itself. */
export const useRun = (input: RunInput | undefined) =>
  useQuery({
    queryKey: ['parser-run', input],
    queryFn: async ({ signal }) =>
      input && (await call(runParser, { body: input }, { signal, timeoutMs: runTimeoutMs })).data,
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });

export const useParserTests = (id: number) =>
  useQuery({
    queryKey: ['drivers', 'tests', id],
    queryFn: async ({ signal }) => (await call(listParserTests, { params: { id } }, { signal })).data,
  });

/** The tests on the saved draft; run again with every change of driver or tests. */
export const useTestRun = (id: number, hasTests: boolean) =>
  useQuery({
    queryKey: ['drivers', 'test-run', id],
    queryFn: async ({ signal }) =>
      (await call(runParserTests, { params: { id } }, { signal, timeoutMs: runTimeoutMs * 3 })).data,
    enabled: hasTests,
    refetchOnWindowFocus: false,
  });

/** Devices whose packets can be tried, those that were heard last first. */
export const usePacketDevices = (driverId: number) =>
  useQuery({
    queryKey: ['devices', 'of-driver', driverId],
    queryFn: async ({ signal }) =>
      (await call(listDevices, { query: { driverId, limit: shownDevices, sort: '-lastSeenAt' } }, { signal })).data,
    enabled: useCan(listDevices.permission),
  });

export const useRecentPackets = (deviceId: number | undefined) =>
  useQuery({
    queryKey: ['devices', 'recent-packets', deviceId],
    queryFn: async ({ signal }) =>
      (await call(listDevicePackets, { params: { id: deviceId ?? 0 }, query: { limit: shownPackets } }, { signal }))
        .data.packets,
    enabled: deviceId !== undefined,
  });

export function useWorkbenchActions(id: number) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['drivers'] });
  const keep = useMutation({
    mutationFn: async (body: BodyOf<typeof createParserTest>) =>
      (await call(createParserTest, { params: { id }, body }, { timeoutMs: runTimeoutMs })).data,
    onSettled,
  });
  const drop = useMutation({
    mutationFn: (testId: number) => call(deleteParserTest, { params: { id, testId } }),
    onSettled,
  });
  const takeCodec = useMutation({
    mutationFn: async (body: BodyOf<typeof importCodec>) =>
      (await call(importCodec, { params: { id }, body }, { timeoutMs: runTimeoutMs })).data,
    onSuccess: ({ driver }) => queries.setQueryData(['drivers', 'one', id], driver),
    onSettled,
  });
  return { keep: keep.mutateAsync, drop: drop.mutateAsync, takeCodec: takeCodec.mutateAsync };
}

/** Asked for when the dialog opens, never kept. */
export const useComparison = (id: number) =>
  useQuery({
    queryKey: ['drivers', 'comparison', id],
    queryFn: async ({ signal }) =>
      (await call(compareDraft, { params: { id } }, { signal, timeoutMs: compareTimeoutMs })).data,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
