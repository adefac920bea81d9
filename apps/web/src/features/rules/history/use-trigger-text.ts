import type { RunTrigger } from '@stellwerk/contract/rule-run';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';

/** The trigger of an evaluation in words. */
export function useTriggerText(): (trigger: RunTrigger) => string {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  return (trigger) => {
    switch (trigger.kind) {
      case 'value':
        return trigger.aliases.length > 0
          ? t('history.trigger.value', { count: trigger.aliases.length, aliases: trigger.aliases.join(', ') })
          : t('history.trigger.values');
      case 'time':
        return t('history.trigger.time', { at: formats.dateTime(trigger.dueAt) });
      case 'geofence': {
        const zone = trigger.zone.title ?? t('history.trigger.hiddenZone');
        const way = t(`history.trigger.geofence.${trigger.mode}`, { zone });
        if (trigger.distanceMeters === null || trigger.distanceMeters === 0) return way;
        return t('history.trigger.distance', {
          way,
          distance: formats.number(trigger.distanceMeters, { maximum: 0 }),
        });
      }
      case 'saved':
        return t('history.trigger.saved');
      case 'lasted':
        return t('history.trigger.lasted');
      case 'test':
        return t('history.trigger.test');
    }
  };
}
