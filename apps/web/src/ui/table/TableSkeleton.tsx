import { Box, Skeleton } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../feedback/use-delayed.ts';
import { sizes } from '../theme/tokens.ts';

export interface TableSkeletonProps {
  rows: number;
  columns: number;
}

const maxRows = 20;

/** A placeholder with the height of the loading table. */
export function TableSkeleton({ rows, columns }: TableSkeletonProps) {
  const { t } = useTranslation('ui');
  const visible = useDelayed(true);
  const cells = Array.from({ length: Math.max(1, columns) }, (_, index) => index);
  const lines = Array.from({ length: Math.min(Math.max(1, rows), maxRows) }, (_, index) => index);
  return (
    <Box role="status" aria-label={t('loading')} aria-busy="true">
      {lines.map((line) => (
        <Box
          key={line}
          sx={{
            display: 'grid',
            gridTemplateColumns: `2fr repeat(${cells.length - 1}, 1fr)`,
            gap: 3,
            alignItems: 'center',
            px: 2,
            height: sizes.unit * 5.75,
            borderBottom: 1,
            borderColor: 'border.main',
            visibility: visible ? 'visible' : 'hidden',
          }}
        >
          {cells.map((cell) => (
            <Skeleton key={cell} width={cell === 0 ? '70%' : '55%'} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
