import type { AlarmRow } from '@stellwerk/contract/alarm';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { type Fact, Facts } from '../../../ui/surface/Facts.tsx';
import { rulePath } from '../../rules/index.ts';
import { ObjectLink } from '../ObjectLink.tsx';
import { causePath } from '../paths.ts';

export function AlarmFacts({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation(['alarms', 'devices']);
  const formats = useFormats();
  const { origin, rule, operationalStatus, resolvedAt, resolvedBy, values } = alarm;
  const { acknowledgedAt, acknowledgedBy, assignee, isMuted, mutedUntil } = alarm;
  const textOf = (value: unknown, unit: string) => {
    if (value === null) return '—';
    return typeof value === 'number'
      ? [formats.number(value, { maximum: 3 }), unit].filter(Boolean).join(' ')
      : String(value);
  };
  const facts: (Fact | false)[] = [
    { label: t('column.date'), value: formats.exactTime(alarm.date) },
    resolvedAt !== null && {
      label: t('column.resolvedAt'),
      value: [formats.exactTime(resolvedAt), resolvedBy && t('resolvedBy', { name: resolvedBy })]
        .filter(Boolean)
        .join(' · '),
    },
    ...values.map(({ title, unit, raised, now, at }) => ({
      label: title,
      value: t('values.both', {
        raised: textOf(raised, unit),
        now: textOf(now, unit),
        at: at === null ? '—' : formats.exactTime(at),
      }),
    })),
    acknowledgedAt !== null && {
      label: t('handle.acknowledgedBy'),
      value: [acknowledgedBy, formats.exactTime(acknowledgedAt)].filter(Boolean).join(' · '),
    },
    assignee !== null && { label: t('handle.assignee'), value: assignee.name },
    isMuted && {
      label: t('handle.isMuted'),
      value: mutedUntil !== null ? t('handle.until', { at: formats.dateTime(mutedUntil) }) : t('handle.maintenance'),
    },
    {
      label: t('column.origin'),
      value: <ObjectLink alarm={alarm} />,
    },
    origin !== null &&
      rule !== null && {
        label: t('column.rule'),
        value: <InternalLink to={rulePath(origin.id, rule.id)}>{rule.title}</InternalLink>,
      },
    alarm.affectedCount > 0 && {
      label: t('affected.label'),
      value: (
        <InternalLink to={causePath(alarm.id)}>
          {t('affected.action', { count: alarm.affectedCount, number: formats.number(alarm.affectedCount) })}
        </InternalLink>
      ),
    },
    { label: t('column.category'), value: t(`category.${alarm.category}`) },
    { label: t('column.type'), value: t(`type.${alarm.type}`) },
    operationalStatus !== null &&
      operationalStatus !== 'unset' && {
        label: t('column.operationalStatus'),
        value: t(`devices:operationalStatus.${operationalStatus}`),
      },
    { label: t('column.account'), value: alarm.tenantName },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}
