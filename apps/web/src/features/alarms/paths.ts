import type { AlarmRow } from '@stellwerk/contract/alarm';

/** The page of the object of an alarm. */
export const originPath = ({ id, category }: Pick<NonNullable<AlarmRow['origin']>, 'id' | 'category'>) =>
  `${category === 'virtualDevice' ? '/virtual-devices' : '/digitaltwin-mgmt'}/${id}`;

/** The object of an alarm with its page; undefined if it was deleted. */
export function objectOf({ origin, smartGroup }: Pick<AlarmRow, 'origin' | 'smartGroup'>) {
  if (smartGroup) return { title: smartGroup.title, path: `/virtual-device-groups/${smartGroup.id}` };
  return origin ? { title: origin.title, path: originPath(origin) } : undefined;
}

/** The alarms that an alarm about a common cause represents. */
export const causePath = (id: number) => `/alarm-logs?cause=${id}`;
