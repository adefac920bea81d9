import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { MarkSign } from './MarkSign.tsx';

/** Explains the marks in the chart. */
export function MarkLegend() {
  const { t } = useTranslation('rules');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, typography: 'caption' }}>
      <MarkSign result="executed" />
      <MarkSign result="throttled" />
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}>
        <Box component="span" sx={{ width: '1rem', height: '0.75rem', bgcolor: 'warning.main', opacity: 0.3 }} />
        {t('travel.mark.span')}
      </Box>
    </Box>
  );
}
