import { Box } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { MessageSquare } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { usePulse } from '../../../ui/value/use-pulse.ts';
import { AlarmProgress, AlarmSeverity } from '../AlarmChips.tsx';
import { ObjectLink } from '../ObjectLink.tsx';

/** Pulses when the alarm arrives while the list is open, and when it changes. */
function Fresh({ alarm, isNew, children }: { alarm: AlarmRow; isNew: boolean; children: ReactNode }) {
  const { status, severity, commentCount } = alarm;
  const pulse = usePulse(`${status} ${severity} ${commentCount}`, isNew);
  return (
    <Box
      key={pulse.changes}
      data-new={isNew || undefined}
      sx={{ minWidth: 0, width: '100%', borderRadius: 0.5, ...pulse.sx }}
    >
      {children}
    </Box>
  );
}

function Comments({ alarm: { commentCount, lastComment } }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  if (!lastComment) return '—';
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }} title={lastComment.message}>
      <Box component="span" aria-hidden sx={{ display: 'flex', color: 'text.muted' }}>
        <MessageSquare size="1rem" />
      </Box>
      <Box component="span" aria-label={t('comment.count', { count: commentCount })} role="img">
        {formats.number(commentCount)}
      </Box>
      <Box
        component="span"
        sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {lastComment.message}
      </Box>
    </Box>
  );
}

const aboveCard = { position: 'relative', zIndex: 1, overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** The columns of the log, which fit beside the navigation on a laptop. The message names the row and is first. */
export function useAlarmColumns(news: ReadonlySet<number>, isOfOne: boolean): TableColumn<AlarmRow>[] {
  const { t } = useTranslation(['alarms', 'devices']);
  return useMemo(
    () => [
      {
        id: 'message',
        title: t('column.message'),
        grow: 4,
        width: 20,
        sortable: true,
        card: 'title',
        render: (alarm) => (
          <Fresh alarm={alarm} isNew={news.has(alarm.id)}>
            <TitleCell title={alarm.message} detail={alarm.rule?.title} />
          </Fresh>
        ),
      },
      {
        id: 'date',
        title: t('column.date'),
        width: 13,
        sortable: true,
        render: ({ date }) => <Age at={date} />,
      },
      {
        id: 'severity',
        title: t('column.severity'),
        width: 15,
        sortable: true,
        card: 'status',
        render: ({ severity }) => <AlarmSeverity severity={severity} />,
      },
      {
        id: 'status',
        title: t('column.status'),
        width: 16.5,
        render: (alarm) => <AlarmProgress alarm={alarm} />,
      },
      {
        id: 'origin',
        title: t('column.origin'),
        grow: 2,
        width: 15,
        optional: isOfOne,
        // Above the link that covers the card on a phone.
        render: (alarm) => <ObjectLink alarm={alarm} sx={aboveCard} />,
      },
      {
        id: 'category',
        title: t('column.category'),
        width: 13,
        sortable: true,
        optional: true,
        render: ({ category }) => t(`category.${category}`),
      },
      {
        id: 'type',
        title: t('column.type'),
        width: 11,
        optional: true,
        card: 'none',
        render: ({ type }) => t(`type.${type}`),
      },
      {
        id: 'comments',
        title: t('column.comments'),
        grow: 1,
        width: 9.5,
        render: (alarm) => <Comments alarm={alarm} />,
      },
      {
        id: 'operationalStatus',
        title: t('column.operationalStatus'),
        width: 11,
        optional: true,
        card: 'none',
        render: ({ operationalStatus }) =>
          operationalStatus === null || operationalStatus === 'unset'
            ? '—'
            : t(`devices:operationalStatus.${operationalStatus}`),
      },
      {
        id: 'account',
        title: t('column.account'),
        grow: 1,
        width: 9,
        optional: true,
        card: 'none',
        render: ({ tenantName }) => tenantName,
      },
      {
        id: 'resolvedAt',
        title: t('column.resolvedAt'),
        width: 14,
        sortable: true,
        optional: true,
        render: ({ resolvedAt }) => (resolvedAt ? <Age at={resolvedAt} /> : '—'),
      },
    ],
    [t, news, isOfOne],
  );
}
