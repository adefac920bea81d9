import type { Position } from '@stellwerk/contract/geo';
import { listStates } from '@stellwerk/contract/state';
import { readGeoHistory, readMapStyles } from '@stellwerk/contract/twin-map';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, callUnauthenticated } from '../../lib/api.ts';
import type { MapBox } from './map-box.ts';
import type { MapSource } from './map-source.ts';

/** Values and statuses on a map are this old at most. */
const refreshMs = 20_000;
const styleMs = 3_600_000;

export const useMapMeta = (source: MapSource) =>
  useQuery({ queryKey: [...source.key, 'meta'], queryFn: ({ signal }) => source.meta(signal) });

/** Without a box nothing is asked; while a new one loads, the old content stays. */
export const useMapContent = (source: MapSource, box: MapBox | undefined, clusterDistance: number) =>
  useQuery({
    queryKey: [...source.key, 'content', box, clusterDistance],
    queryFn: ({ signal }) => {
      if (!box) throw new Error('no box');
      return source.content({ ...box, clusterDistance }, signal);
    },
    enabled: box !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const useCluster = (source: MapSource, id: string | undefined) =>
  useQuery({
    queryKey: [...source.key, 'cluster', id],
    queryFn: ({ signal }) => source.breakOpen(id ?? '', signal),
    enabled: id !== undefined,
  });

/** The same for everybody, so strangers may ask as well. */
export const useMapStyles = () =>
  useQuery({
    queryKey: ['map-styles'],
    queryFn: async ({ signal }) => (await callUnauthenticated(readMapStyles, {}, { signal })).data,
    staleTime: styleMs,
  });

const pageSize = 1_000;
const maxPoints = 10_000;

type TrackQuery = { dateStart: string; dateEnd: string; offset: number; limit: number };
type TrackPage = { data: { longitude: number; latitude: number }[]; total: number };

/** A whole way between two times, page by page. */
export async function collectTrack(
  { dateStart, dateEnd }: Pick<TrackQuery, 'dateStart' | 'dateEnd'>,
  readPage: (query: TrackQuery) => Promise<TrackPage>,
): Promise<Position[]> {
  const points: Position[] = [];
  let total = 1;
  while (points.length < Math.min(total, maxPoints)) {
    const page = await readPage({ dateStart, dateEnd, offset: points.length, limit: pageSize });
    if (page.data.length === 0) break;
    points.push(...page.data.map(({ longitude, latitude }): Position => [longitude, latitude]));
    total = page.total;
  }
  return points;
}

/** Where a twin was in the last hours; nothing is asked for none. */
export const useTrack = (twinId: number, hours: number) =>
  useQuery({
    queryKey: ['twin-map', 'track', twinId, hours],
    queryFn: ({ signal }) => {
      const dateStart = new Date(Date.now() - hours * 3_600_000).toISOString();
      const dateEnd = new Date().toISOString();
      return collectTrack({ dateStart, dateEnd }, (query) =>
        call(readGeoHistory, { params: { id: twinId }, query }, { signal }),
      );
    },
    enabled: hours > 0,
    refetchInterval: refreshMs,
  });

/** Keys of states below a twin, to choose those that markers print. */
export function useStateKeys(twinId: number | undefined): { key: string; title: string }[] {
  const { data } = useQuery({
    queryKey: ['twin-map', 'keys', twinId],
    queryFn: async ({ signal }) => (await call(listStates, { query: { twinId, limit: 100 } }, { signal })).data,
  });
  const byKey = new Map((data ?? []).map(({ key, title }) => [key, title]));
  return [...byKey].map(([key, title]) => ({ key, title })).sort((a, b) => a.key.localeCompare(b.key));
}
