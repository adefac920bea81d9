import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live.ts';
import { useSoon } from '../../lib/use-soon.ts';
import { alarmKeys } from './alarm.queries.ts';

/** A message only hints that something changed; a burst of them is one reason to read again. */
const delayMs = 500;

/** Reads everything about alarms again when some of the account, or of one below it, change. */
export function useLiveAlarms(accountId: number): void {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: alarmKeys.all });
  const reloadSoon = useSoon(reload, delayMs);
  useLive(`alarms/${accountId}`, reloadSoon, reloadSoon);
}
