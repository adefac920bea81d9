import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { readPublicImage, readPublicTwin } from '@stellwerk/contract/twin-sharing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callUnauthenticated, isApiError } from '../../lib/api.ts';

export type PublicTwin = RouteAnswer<typeof readPublicTwin>['data'];

/** What the address of a public page names. */
export interface Place {
  shareKey: string;
  twinId: number;
}

const refreshMs = 10_000;

export const paramsOf = ({ shareKey, twinId }: Place) => ({ key: shareKey, dtwin: twinId });

/** Ended, never true, or a twin elsewhere; addresses that no link ever had are refused as malformed. */
export const isEnded = (error: unknown): boolean => isApiError(error) && [400, 404].includes(error.status);

/** Strangers have no live connection: values are asked for while the page is seen, and no longer once the link has ended. */
export const usePublicTwin = (place: Place) =>
  useQuery({
    queryKey: ['public-twin', place],
    queryFn: async ({ signal }) =>
      (await callUnauthenticated(readPublicTwin, { params: paramsOf(place) }, { signal })).data,
    refetchInterval: ({ state }) => (isEnded(state.error) ? false : refreshMs),
    refetchOnWindowFocus: ({ state }) => !isEnded(state.error),
  });

/** An address for an image that is fetched without the cookie which an `img` would send along. */
export function usePublicImage(place: Place, kind: 'background' | 'overlay', exists: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ['public-twin', place, kind],
    queryFn: ({ signal }) => callUnauthenticated(readPublicImage, { params: { ...paramsOf(place), kind } }, { signal }),
    enabled: exists,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [data]);
  return address;
}
