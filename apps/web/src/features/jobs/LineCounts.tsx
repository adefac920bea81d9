import { Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

export interface LineCountsProps {
  total: number;
  valid: number;
  errorCount: number;
}

/** The number of valid lines of a list. */
export function LineCounts({ total, valid, errorCount }: LineCountsProps) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <StatusChip
        status={valid > 0 ? 'ok' : 'unknown'}
        label={t('lines.valid', { count: valid, shown: formats.number(valid) })}
      />
      {errorCount > 0 && (
        <StatusChip
          status="warning"
          label={t('lines.invalid', { count: errorCount, shown: formats.number(errorCount) })}
        />
      )}
      <Typography color="textSecondary">{t('lines.total', { total: formats.number(total) })}</Typography>
    </Box>
  );
}
