import { listAlarms } from '@stellwerk/contract/alarm';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../lib/abilities.ts';
import { call } from '../../lib/api.ts';

/** For those who may see the twin but hear nothing of its account. */
const refreshMs = 10_000;
/** A tile has no room for more. */
const limit = 4;

/** The newest open alarms of a twin, and how many there are; nothing for those who may not see any. */
export function useOpenAlarms(deviceId: number) {
  const maySee = useCan(listAlarms.permission);
  return useQuery({
    // Whoever comments on alarms or resolves them calls everything anew that begins with their name.
    queryKey: ['alarms', 'tile', deviceId],
    queryFn: async ({ signal }) => {
      const { data, total } = await call(listAlarms, { query: { deviceId, status: 'unresolved', limit } }, { signal });
      return { newest: data, total };
    },
    enabled: maySee,
    refetchInterval: refreshMs,
  });
}
