import { Box, Typography } from '@mui/material';
import type { Downlink } from '@stellwerk/contract/packet';
import { useTranslation } from 'react-i18next';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { usePulse } from '../../../ui/value/use-pulse.ts';

const statuses: Record<Downlink['state'], Status> = {
  pending: 'info',
  sent: 'info',
  confirmed: 'ok',
  failed: 'error',
};

/** How far a downlink has come. One that asks for no confirmation has arrived where it goes when it is sent. */
export function StateChain({ downlink }: { downlink: Pick<Downlink, 'state' | 'confirmed'> }) {
  const { t } = useTranslation('devices');
  const { state, confirmed } = downlink;
  const pulse = usePulse(state);
  const steps: Downlink['state'][] = ['pending', 'sent', ...(confirmed ? (['confirmed'] as const) : [])];
  const reached = state === 'failed' ? 0 : Math.max(0, steps.indexOf(state));
  const ahead = state === 'failed' ? [] : steps.slice(reached + 1);
  const isAtEnd = state === 'confirmed' || (state === 'sent' && !confirmed);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
      <Box key={pulse.changes} sx={{ borderRadius: 2, ...pulse.sx }}>
        <StatusChip status={isAtEnd ? 'ok' : statuses[state]} label={t(`downlinkState.${state}`)} />
      </Box>
      {ahead.map((step) => (
        <Typography key={step} variant="caption" color="textMuted" component="span">
          → {t(`downlinkState.${step}`)}
        </Typography>
      ))}
    </Box>
  );
}
