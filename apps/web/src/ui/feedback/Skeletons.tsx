import { Box, Skeleton, Stack } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useDelayed } from './use-delayed.ts';

export interface SkeletonsProps {
  /** The shape of the loading content. */
  shape: 'lines' | 'rows' | 'cards' | 'facts' | 'block';
  /** Number of lines, rows, cards or facts. */
  count?: number;
  /** Height of a block, in units of the grid. */
  height?: number;
}

const widths = ['72%', '54%', '83%', '61%', '47%'];

function Shape({ shape, count = 3, height = 30 }: SkeletonsProps) {
  const items = Array.from({ length: count }, (_, index) => index);
  const width = (index: number) => widths[index % widths.length] ?? '60%';
  if (shape === 'block')
    return <Skeleton variant="rounded" width="100%" sx={{ height: (theme) => theme.spacing(height) }} />;
  if (shape === 'cards') {
    return (
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(12rem, 1fr))' }}>
        {items.map((item) => (
          <Skeleton key={item} variant="rounded" sx={{ height: (theme) => theme.spacing(14) }} />
        ))}
      </Box>
    );
  }
  if (shape === 'facts') {
    return (
      <Stack spacing={1.5}>
        {items.map((item) => (
          <Box key={item} sx={{ display: 'grid', gridTemplateColumns: '2fr 3fr', gap: 2 }}>
            <Skeleton width="60%" />
            <Skeleton width={width(item)} />
          </Box>
        ))}
      </Stack>
    );
  }
  return (
    <Stack spacing={shape === 'rows' ? 2.5 : 1}>
      {items.map((item) => (
        <Skeleton key={item} width={shape === 'rows' ? '100%' : width(item)} />
      ))}
    </Stack>
  );
}

/** Appears after 150 ms in the shape of the content, so that nothing jumps when the content appears. */
export function Skeletons(props: SkeletonsProps) {
  const { t } = useTranslation('ui');
  const visible = useDelayed(true);
  return (
    <Box role="status" aria-busy="true" aria-label={t('loading')} sx={{ visibility: visible ? 'visible' : 'hidden' }}>
      <Shape {...props} />
    </Box>
  );
}
