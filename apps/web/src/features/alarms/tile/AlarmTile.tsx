import { Box, Typography } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { statusIcons } from '../../../ui/status/StatusChip.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import type { TileContext } from '../../states/index.ts';
import { useTwin } from '../../twins/index.ts';
import { useLiveAlarms } from '../use-live-alarms.ts';
import { useNewestAlarms } from './newest-alarms.queries.ts';

function AlarmLine({ alarm: { id, message, severity, date, status } }: { alarm: AlarmRow }) {
  const { t } = useTranslation(['alarms', 'ui']);
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
      <Typography component="span" variant="caption" sx={{ flexShrink: 0 }}>
        {t(`status.${status}`)} · <Age at={date} />
      </Typography>
    </Box>
  );
}

/** Subscribes as soon as the account of the twin is known. */
function LiveAccount({ id }: { id: number }) {
  useLiveAlarms(id);
  return null;
}

function NewestAlarms({ twinId }: TileContext) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const { data, error, refetch } = useNewestAlarms(twinId);
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={2} />;
  const { newest, total } = data;
  if (total === 0)
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box component="span" aria-hidden sx={{ display: 'flex', color: 'ok.main' }}>
          <CircleCheck size="1.5rem" />
        </Box>
        {t('tile.none')}
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
          <InternalLink to={`/alarm-logs?device=${twinId}`}>
            {t('tile.all', { count: total, number: formats.number(total) })}
          </InternalLink>
        </Typography>
      )}
    </Box>
  );
}

/** The newest alarms of a twin in a tile of its page. */
export function AlarmTile({ twinId }: TileContext) {
  const { data: twin } = useTwin(twinId);
  return (
    <>
      {twin && <LiveAccount id={twin.tenantId} />}
      <NewestAlarms twinId={twinId} />
    </>
  );
}
