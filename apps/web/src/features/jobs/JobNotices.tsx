import { type JobChange, jobChange } from '@stellwerk/contract/job';
import { i18n } from '../../lib/i18n.ts';
import { useLive } from '../../lib/live.ts';
import { showToast, type Toast } from '../../ui/feedback/toast-store.ts';
import { isWatched } from './watched-jobs.ts';

type Ending = 'done' | 'doneWithErrors' | 'error';

const statuses: Record<Ending, Toast['status']> = { done: 'ok', doneWithErrors: 'warning', error: 'error' };

/** Cancelled jobs need no notice: the user ended them. */
function endingOf({ state, errorCount }: JobChange): Ending | undefined {
  if (state === 'done') return errorCount > 0 ? 'doneWithErrors' : 'done';
  return state === 'error' ? 'error' : undefined;
}

/** Notifies users when a job that they started has ended, whatever page they are on. */
export function JobNotices() {
  useLive('own-jobs', (data) => {
    const change = jobChange.safeParse(data);
    const ending = change.success ? endingOf(change.data) : undefined;
    if (!change.success || !ending || isWatched(change.data.id)) return;
    const { title } = change.data;
    void i18n.loadNamespaces('jobs').then(() =>
      showToast({
        message: i18n.t(`jobs:notice.${ending}`, { title }),
        status: statuses[ending],
        link: { to: '/background-jobs', label: i18n.t('jobs:notice.show') },
      }),
    );
  });
  return null;
}
