import type { AlarmRow } from '@stellwerk/contract/alarm';

/** The page of the object of an alarm. */
export const originPath = ({ id, category }: Pick<NonNullable<AlarmRow['origin']>, 'id' | 'category'>) =>
  `${category === 'virtualDevice' ? '/virtual-devices' : '/digitaltwin-mgmt'}/${id}`;
