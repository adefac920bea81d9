import { listAlarms, readAlarmStatistics } from '@stellwerk/contract/alarm';
import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { listDevices } from '@stellwerk/contract/device';
import { listDrivers } from '@stellwerk/contract/driver';
import { readState } from '@stellwerk/contract/state';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import { createMapSource, type MapFilter } from '../twin-map/index.ts';

const refreshMs = 30_000;
const shownAlarms = 5;
const shownDevices = 6;

/** The state with its visual; queried only if the tile renders the visual. */
export const useStateOf = (id: number, isWanted: boolean) =>
  useQuery({
    queryKey: ['states', 'one', id],
    queryFn: async ({ signal }) => (await call(readState, { params: { id } }, { signal })).data,
    enabled: isWanted,
    staleTime: 60_000,
  });

/** Below the keys of alarms, so that live updates of alarm lists include these queries. */
export function useOpenAlarms() {
  const { account } = useChosenAccount();
  const query = { status: 'unresolved' as const, tenantId: account?.id, limit: shownAlarms };
  return useQuery({
    queryKey: ['alarms', 'home', 'newest', query],
    queryFn: async ({ signal }) => (await call(listAlarms, { query }, { signal })).data,
  });
}

export function useOpenAlarmCounts() {
  const { account } = useChosenAccount();
  const query = { status: 'unresolved' as const, tenantId: account?.id, zone: viewerZone() };
  return useQuery({
    queryKey: ['alarms', 'home', 'counts', query],
    queryFn: async ({ signal }) => (await call(readAlarmStatistics, { query }, { signal })).data.unresolved,
  });
}

/** The devices with the most recent packets. */
export function useLastDevices(isWanted = true) {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id, sort: '-lastSeenAt' as const, limit: shownDevices };
  return useQuery({
    queryKey: ['devices', 'home', query],
    queryFn: ({ signal }) => call(listDevices, { query }, { signal }),
    refetchInterval: refreshMs,
    enabled: isWanted,
  });
}

/** The tutorial notices within seconds that an object exists. */
const watchMs = 5_000;

/** The device of the newest packet, or the newest one; undefined if there is none. */
export function useTutorialDevice(isWanted: boolean) {
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id, sort: '-lastSeenAt' as const, limit: 1 };
  return useQuery({
    queryKey: ['devices', 'tutorial', query],
    queryFn: ({ signal }) => call(listDevices, { query }, { signal }),
    select: ({ data }) => data[0],
    enabled: isWanted,
    refetchInterval: watchMs,
  });
}

/** Whether the first steps are already done. */
export const useHasConnectors = (isWanted: boolean) =>
  useQuery({
    queryKey: ['connectors', 'home'],
    queryFn: async ({ signal }) => (await call(listConnectorConfigs, { query: {} }, { signal })).data,
    select: (connectors) => connectors.some(({ capabilities }) => capabilities.devices),
    enabled: isWanted,
    refetchInterval: watchMs,
  });

export const useHasDrivers = (isWanted: boolean) =>
  useQuery({
    queryKey: ['drivers', 'home'],
    queryFn: ({ signal }) => call(listDrivers, { query: { limit: 1 } }, { signal }),
    select: ({ total }) => total > 0,
    enabled: isWanted,
    refetchInterval: watchMs,
  });

/** The number of objects with a position; the map uses the same query. */
export function usePlaces(filter: MapFilter) {
  const { key, meta } = createMapSource(filter);
  return useQuery({ queryKey: [...key, 'meta'], queryFn: ({ signal }) => meta(signal) });
}
