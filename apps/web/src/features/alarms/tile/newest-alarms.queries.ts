import { listAlarms } from '@stellwerk/contract/alarm';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { alarmKeys } from '../alarm.queries.ts';

/** For users who may see the twin but get no live messages of its account. */
const refreshMs = 10_000;
/** A tile has no room for more. */
const limit = 4;

/** The newest alarms of a twin, open and resolved, and how many there are. */
export function useNewestAlarms(twinId: number) {
  return useQuery({
    queryKey: [...alarmKeys.all, 'tile', twinId],
    queryFn: async ({ signal }) => {
      const query = { dtwinId: twinId, limit };
      const { data, total } = await call(listAlarms, { query }, { signal });
      return { newest: data, total };
    },
    refetchInterval: refreshMs,
  });
}
