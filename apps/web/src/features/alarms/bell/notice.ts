import type { AlarmRow } from '@stellwerk/contract/alarm';

/** Alarms that were not known the last time; none at the first time, when all of them are old news. */
export function unseen<Row extends Pick<AlarmRow, 'id'>>(known: ReadonlySet<number> | undefined, rows: readonly Row[]) {
  return known ? rows.filter(({ id }) => !known.has(id)) : [];
}

export const canNotify = () => typeof Notification !== 'undefined';
