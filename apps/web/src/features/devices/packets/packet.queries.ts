import { listParserTests } from '@stellwerk/contract/driver-workbench';
import { listDevicePackets, type packetOutcomes } from '@stellwerk/contract/packet';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../../ui/time/time-range.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import { deviceKeys } from '../device.queries.ts';

export type PacketOutcome = (typeof packetOutcomes)[number];

/** Raw packets are large, and days of them have to be looked through. */
const timeoutMs = 25_000;
const pageSize = 25;

export interface PacketFilter {
  range: TimeRangeValue;
  outcome: PacketOutcome | undefined;
}

/** The newest first, page by page back in time. */
export const usePackets = (id: number, { range, outcome }: PacketFilter) =>
  useInfiniteQuery({
    queryKey: [...deviceKeys.packets(id), timeRangeToText(range), outcome],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { fromMs, toMs } = resolveTimeRange(range, Date.now(), viewerZone());
      // A range that moves with the clock has no end: what comes in now belongs to it.
      const end = range.kind === 'absolute' || toMs < Date.now() - 60_000 ? new Date(toMs).toISOString() : undefined;
      const query = { startDate: new Date(fromMs).toISOString(), before: pageParam ?? end, limit: pageSize, outcome };
      return (await call(listDevicePackets, { params: { id }, query }, { signal, timeoutMs })).data;
    },
    getNextPageParam: ({ packets, hasMore }) => (hasMore ? packets.at(-1)?.receivedAt : undefined),
  });

/** A packet that the driver is known to read: the first of its tests; null without tests. */
export const useReadablePacket = (driverId: number | undefined) =>
  useQuery({
    queryKey: ['drivers', driverId, 'sample'],
    queryFn: async ({ signal }) => {
      if (driverId === undefined) return null;
      const tests = (await call(listParserTests, { params: { id: driverId } }, { signal })).data;
      return tests[0]?.packet ?? null;
    },
    enabled: driverId !== undefined,
  });

/** Asked until there is one: what somebody waits for at the end of the wizard. */
export const useFirstPacket = (id: number) =>
  useQuery({
    queryKey: [...deviceKeys.packets(id), 'first'],
    queryFn: async ({ signal }) => {
      const { packets } = (await call(listDevicePackets, { params: { id }, query: { limit: 1 } }, { signal })).data;
      return packets[0] ?? null;
    },
    // A lost connection must not keep anybody waiting for what has long come.
    refetchInterval: ({ state }) => (state.data && state.data.outcome !== 'pending' ? false : 3_000),
  });
