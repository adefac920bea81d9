import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live.ts';
import { useThrottledCallback } from '../../lib/use-throttled-callback.ts';
import { alarmKeys } from './alarm.queries.ts';

/** A message only signals a change; several in quick succession cause one refetch. */
const delayMs = 500;

/** Refetches all alarm queries when alarms of the account or its sub-accounts change. */
export function useLiveAlarms(accountId: number): void {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: alarmKeys.all });
  const reloadSoon = useThrottledCallback(reload, delayMs);
  useLive(`alarms/${accountId}`, reloadSoon, reloadSoon);
}
