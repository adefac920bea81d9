import { readDevice, readsDevices } from '@stellwerk/contract/device';
import { readTwin, type Twin } from '@stellwerk/contract/twin';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../../lib/abilities.ts';
import { call, isApiError } from '../../../lib/api.ts';
import { statusOfHealth } from '../../devices/index.ts';

/** The twin or virtual device of a rule. */
export interface Owner
  extends Pick<Twin, 'id' | 'title' | 'category' | 'keyValue' | 'status' | 'latitude' | 'longitude'> {
  /** Rules of a device are changed with permissions for devices or for twins. */
  mayEdit: boolean;
}

const ownerOf = ({ id, title, category, keyValue, status, latitude, longitude, abilities }: Twin): Owner => ({
  ...{ id, title, category, keyValue, status, latitude, longitude },
  mayEdit: abilities.update,
});

/** Undefined if the caller may not see the object under this noun. */
const orUndefined = (error: unknown): undefined => {
  if (isApiError(error) && (error.status === 403 || error.status === 404)) return undefined;
  throw error;
};

interface Seen {
  seesTwins: boolean;
  seesDevices: boolean;
}

async function findOwner(id: number, { seesTwins, seesDevices }: Seen, signal: AbortSignal): Promise<Owner> {
  const asTwin = async () =>
    ownerOf((await call(readTwin, { params: { id }, query: { no_descendents: 'true' } }, { signal })).data);
  if (!seesDevices) return asTwin();
  const twin = seesTwins ? await asTwin().catch(orUndefined) : undefined;
  if (twin && (twin.category === 'digitalTwin' || twin.mayEdit)) return twin;
  const asDevice = async () => (await call(readDevice, { params: { id } }, { signal })).data;
  const device = twin ? await asDevice().catch(orUndefined) : await asDevice();
  if (!device) return twin ?? asTwin();
  const { title, keyValue, health, latitude, longitude, abilities } = device;
  const status = statusOfHealth(health);
  return { id, title, category: 'virtualDevice', keyValue, status, latitude, longitude, mayEdit: abilities.update };
}

export function useOwner(id: number) {
  const seen = { seesTwins: useCan(readTwin.permission), seesDevices: useCan(readsDevices) };
  return useQuery({
    queryKey: ['twins', 'rule-owner', id, seen],
    queryFn: ({ signal }) => findOwner(id, seen, signal),
  });
}
