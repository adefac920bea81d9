import type { AlarmRow } from '@stellwerk/contract/alarm';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredText } from '../../../ui/use-stored-text.ts';
import { canNotify, unseen } from './notice.ts';

/** Notifications of the browser for new alarms, if the user has asked for them in this browser. */
export function useNotices(rows: readonly AlarmRow[] | undefined) {
  const { t } = useTranslation('ui');
  const [memory, remember] = useStoredText('alarms.notify');
  const [permission, setPermission] = useState(() => (canNotify() ? Notification.permission : 'denied'));
  const known = useRef<ReadonlySet<number>>(undefined);
  const isOn = memory === 'on' && permission === 'granted';

  useEffect(() => {
    if (!rows) return;
    const fresh = unseen(known.current, rows);
    known.current = new Set(rows.map(({ id }) => id));
    if (!isOn) return;
    for (const { id, message, origin, severity } of fresh) {
      const title = `${t(`status.${severity}`)}: ${origin?.title ?? ''}`;
      // The tag keeps several windows of the product from announcing the same alarm.
      new Notification(title, { body: message, tag: `stellwerk-alarm-${id}` });
    }
  }, [rows, isOn, t]);

  async function change(next: boolean) {
    if (next && permission !== 'granted') setPermission(await Notification.requestPermission());
    remember(next ? 'on' : 'off');
  }
  return { isOn, isRefused: permission === 'denied', change };
}
