import { type FoundPlace, geocode } from '@stellwerk/contract/geo';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { addressChanged, type Located } from './follow-address.ts';

const maxAddress = 200;

async function find(address: string): Promise<{ isAvailable: boolean; places: FoundPlace[] }> {
  return (await call(geocode, { query: { address: address.trim().slice(0, maxAddress) } })).data;
}

/** Asked when somebody presses the button or saves, never while they type: the service belongs to others. */
export const useGeocode = () => useMutation({ mutationFn: find });

/** Whether the operator has set up a service; undefined until that is known. */
export const useHasGeocoder = (): boolean | undefined =>
  useQuery({
    queryKey: ['geocode', 'service'],
    queryFn: async ({ signal }) => (await call(geocode, { query: {} }, { signal })).data.isAvailable,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/**
 * Fills the coordinates of a changed address before it is saved. A service that fails must not keep anybody from
 * saving: the coordinates then stay, and `isMissed` says so.
 */
export async function withFoundPlace<V extends Located>(values: V, before: Located) {
  if (!addressChanged(values, before)) return { values, isMissed: false };
  const { isAvailable, places } = await find(values.address).catch(() => ({ isAvailable: true, places: [] }));
  const [best] = places;
  if (!best) return { values, isMissed: isAvailable };
  return { values: { ...values, latitude: best.latitude, longitude: best.longitude }, isMissed: false };
}
