import { Box, Tooltip } from '@mui/material';
import type { Status, StatusBelow } from '@stellwerk/contract/twin';
import { ArrowDown, PowerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { statusIcons } from '../../ui/status/StatusChip.tsx';
import { useBelowText } from './BelowChip.tsx';

export interface TwinMarksProps {
  twin: { status: Status; below?: StatusBelow; disabled: boolean };
}

/** What is worth a look in a row with little room: warnings, errors and what is switched off. */
export function TwinMarks({ twin: { status, below, disabled } }: TwinMarksProps) {
  const { t } = useTranslation(['twins', 'ui']);
  const isCalm = status === 'ok' || status === 'unknown';
  const Icon = statusIcons[status];
  const belowText = useBelowText();
  const found = below && belowText(below);
  const BelowIcon = found && statusIcons[found.status];
  return (
    <>
      {!isCalm && (
        <Tooltip title={t(`ui:status.${status}`)}>
          <Box role="img" aria-label={t(`ui:status.${status}`)} sx={{ display: 'flex', color: `${status}.main` }}>
            <Icon size="1rem" aria-hidden />
          </Box>
        </Tooltip>
      )}
      {found && BelowIcon && (
        <Tooltip title={found.text}>
          <Box
            role="img"
            aria-label={found.text}
            sx={{ display: 'flex', alignItems: 'center', ml: 0.5, color: `${found.status}.main` }}
          >
            <ArrowDown size="0.75rem" aria-hidden />
            <BelowIcon size="0.875rem" aria-hidden />
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
