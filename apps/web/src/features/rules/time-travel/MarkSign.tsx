import { Box } from '@mui/material';
import { Circle, Triangle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Mark } from './travel-lines.ts';

/** The icon of a mark as in the chart, with its word. */
export function MarkSign({ result }: { result: Mark['result'] }) {
  const { t } = useTranslation('rules');
  const isFired = result === 'executed';
  const Icon = isFired ? Triangle : Circle;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        whiteSpace: 'nowrap',
        fontWeight: isFired ? 600 : 400,
        color: isFired ? 'error.main' : 'text.secondary',
      }}
    >
      <Icon aria-hidden size="0.75rem" fill={isFired ? 'currentColor' : 'none'} />
      {t(`travel.mark.${result}`)}
    </Box>
  );
}
