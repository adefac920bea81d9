import type { AlarmRow } from '@stellwerk/contract/alarm';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { causePath, objectOf } from './paths.ts';

export interface AlarmObject {
  title: string;
  /** Absent if there is no page for it. */
  path?: string;
}

/** The object that an alarm is about, in words. */
export function useAlarmObject(): (alarm: AlarmRow) => AlarmObject {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  return (alarm) => {
    const { id, type, affectedCount: count } = alarm;
    const object = objectOf(alarm);
    if (object) return object;
    if (type === 'silence') {
      return { title: t('affected.objects', { count, number: formats.number(count) }), path: causePath(id) };
    }
    return { title: t(type === 'packets' ? 'groupGone' : 'originGone') };
  };
}
