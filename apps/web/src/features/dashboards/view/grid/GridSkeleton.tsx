import { Skeleton } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../../../ui/feedback/use-delayed.ts';
import { columnsOf } from './layout.ts';
import { GridFrame } from './WidgetGrid.tsx';

/** A typical dashboard, shown until the real one has loaded. */
const shapes = [
  { id: 'a', size: 3, height: 14 },
  { id: 'b', size: 3, height: 14 },
  { id: 'c', size: 3, height: 14 },
  { id: 'd', size: 3, height: 14 },
  { id: 'e', size: 6, height: 35 },
  { id: 'f', size: 6, height: 35 },
];

export function GridSkeleton() {
  const { t } = useTranslation('ui');
  const isVisible = useDelayed(true);
  if (!isVisible) return null;
  return (
    <div role="status" aria-busy="true">
      <GridFrame label={t('loading')}>
        {shapes.map(({ id, size, height }) => (
          <Skeleton
            key={id}
            variant="rounded"
            sx={{ gridColumn: columnsOf(size), height: (theme) => theme.spacing(height) }}
          />
        ))}
      </GridFrame>
    </div>
  );
}
