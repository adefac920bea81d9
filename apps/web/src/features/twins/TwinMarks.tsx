import { Box, Tooltip } from '@mui/material';
import type { Status } from '@stellwerk/contract/twin';
import { PowerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { statusIcons } from '../../ui/status/StatusChip.tsx';

export interface TwinMarksProps {
  twin: { status: Status; disabled: boolean };
}

/** What is worth a look in a row with little room: warnings, errors and what is switched off. */
export function TwinMarks({ twin: { status, disabled } }: TwinMarksProps) {
  const { t } = useTranslation(['twins', 'ui']);
  const isCalm = status === 'ok' || status === 'unknown';
  const Icon = statusIcons[status];
  return (
    <>
      {!isCalm && (
        <Tooltip title={t(`ui:status.${status}`)}>
          <Box role="img" aria-label={t(`ui:status.${status}`)} sx={{ display: 'flex', color: `${status}.main` }}>
            <Icon size="1rem" aria-hidden />
          </Box>
        </Tooltip>
      )}
      {disabled && (
        <Tooltip title={t('disabled')}>
          <Box role="img" aria-label={t('disabled')} sx={{ display: 'flex', color: 'text.muted', ml: 0.5 }}>
            <PowerOff size="0.875rem" aria-hidden />
          </Box>
        </Tooltip>
      )}
    </>
  );
}
