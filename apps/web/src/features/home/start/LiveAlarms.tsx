import { useQueryClient } from '@tanstack/react-query';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useLive } from '../../../lib/live.ts';
import { useSession } from '../../../lib/session.ts';
import { useThrottledCallback } from '../../../lib/use-throttled-callback.ts';
import { useLiveAlarms } from '../../alarms/index.ts';
import { favouriteKeys } from '../../favourites/index.ts';

const delayMs = 500;

/** Subscribes to one account: hooks cannot be called in a loop, components can. */
function LiveAccount({ id }: { id: number }) {
  const queries = useQueryClient();
  // Tiles show the alarms of their objects.
  const reload = useThrottledCallback(() => void queries.invalidateQueries({ queryKey: favouriteKeys.list }), delayMs);
  useLiveAlarms(id);
  useLive(`alarms/${id}`, reload);
  return null;
}

/** Follows the alarms of the user's accounts and their sub-accounts. */
export function LiveAlarms() {
  const session = useSession();
  const { accounts } = useChosenAccount();
  const ids = [session?.tenantId, ...accounts.map(({ id }) => id)].filter((id) => typeof id === 'number');
  return [...new Set(ids)].map((id) => <LiveAccount key={id} id={id} />);
}
