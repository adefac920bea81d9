import { Box, Typography } from '@mui/material';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { statusIcons } from '../../../ui/status/StatusChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import type { TileAlarm, VisualProps } from './tile-types.ts';

function AlarmLine({ alarm: { id, message, severity, date } }: { alarm: TileAlarm }) {
  const { t } = useTranslation(['states', 'ui']);
  const Icon = statusIcons[severity];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minWidth: 0 }}>
      <Box component="span" sx={{ color: `${severity}.main`, display: 'flex', flexShrink: 0, alignSelf: 'center' }}>
        <Icon size="1rem" role="img" aria-label={t(`ui:status.${severity}`)} />
      </Box>
      <InternalLink
        to={`/alarm-logs?alarm=${id}`}
        color="inherit"
        title={message}
        sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {message}
      </InternalLink>
      <Typography component="span" variant="caption">
        <Age at={date} />
      </Typography>
    </Box>
  );
}

/** The open alarms of the twin, the newest first. */
export function AlarmVisual({ alarms }: VisualProps) {
  const { t } = useTranslation('states');
  const formats = useFormats();
  if (!alarms)
    return (
      <Typography variant="body2" color="textMuted">
        {t('tile.alarmsHidden')}
      </Typography>
    );
  const { twinId, newest, total } = alarms;
  if (total === 0)
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box component="span" aria-hidden sx={{ display: 'flex', color: 'ok.main' }}>
          <CircleCheck size="1.5rem" />
        </Box>
        {t('tile.noAlarms')}
      </Box>
    );
  return (
    <Box sx={{ width: '100%', minWidth: 0, alignSelf: 'flex-start' }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, minWidth: 0 }}>
        {newest.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} />
        ))}
      </Box>
      {total > newest.length && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          <InternalLink to={`/alarm-logs?device=${twinId}&status=unresolved`}>
            {t('tile.allAlarms', { count: total, number: formats.number(total) })}
          </InternalLink>
        </Typography>
      )}
    </Box>
  );
}
