import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live.ts';
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts';
import { alarmKeys } from './alarm.queries.ts';

/** A message only signals a change; several in quick succession cause one refetch. */
const delayMs = 500;

/** Refetches all queries of alarms and of statuses when alarms of the account or its sub-accounts change. */
export function useLiveAlarms(accountId: number): void {
  const queries = useQueryClient();
  // The status of a twin contains its open alarms.
  const reload = () => {
    for (const queryKey of [alarmKeys.all, ['twins'], ['devices']]) void queries.invalidateQueries({ queryKey });
  };
  const reloadSoon = useThrottledCallback(reload, delayMs);
  useLive(`alarms/${accountId}`, reloadSoon, reloadSoon);
}
