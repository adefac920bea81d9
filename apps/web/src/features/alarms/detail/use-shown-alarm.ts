import { useRouterState } from '@tanstack/react-router';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';

/** The alarm that is open beside the list; its id is in the address. */
export function useShownAlarm() {
  const [search, change] = useSearchParams();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const id = Number(search.alarm);
  return {
    shownId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    pathOf: (alarmId: number) => {
      const parameters = new URLSearchParams(searchStr);
      parameters.set('alarm', String(alarmId));
      return `${pathname}?${parameters}`;
    },
    close: () => void change({ alarm: undefined, view: undefined }, { replace: false }),
  };
}
