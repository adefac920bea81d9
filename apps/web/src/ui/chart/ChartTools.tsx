import { Box, IconButton, Tooltip } from '@mui/material';
import { ImageDown, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizes } from '../theme/tokens.ts';
import { ChartTable, type ChartTableProps } from './ChartTable.tsx';

export interface ChartToolsProps extends Omit<ChartTableProps, 'onClose'> {
  tools: {
    /** Offers the values as a table. */
    dataView?: boolean;
    /** Offers to save the picture. */
    onSaveImage?: (() => void) | undefined;
  };
}

/** The width of the buttons at the right of the first line. */
export function toolsWidthOf(tools: ChartToolsProps['tools'] | undefined): number {
  const count = [tools?.dataView, tools?.onSaveImage].filter(Boolean).length;
  return count === 0 ? 0 : count * sizes.unit * 3.75 + sizes.unit;
}

/** The tools of a chart, over its top right corner. */
export function ChartTools({ tools: { dataView = false, onSaveImage }, ...chart }: ChartToolsProps) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ position: 'absolute', top: (theme) => theme.spacing(-0.75), right: 0, display: 'flex', zIndex: 1 }}>
      {dataView && (
        <Tooltip title={t('chart.data')}>
          <IconButton size="small" aria-label={t('chart.data')} onClick={() => setOpen(true)}>
            <Table2 aria-hidden size="1rem" />
          </IconButton>
        </Tooltip>
      )}
      {onSaveImage && (
        <Tooltip title={t('chart.saveImage')}>
          <IconButton size="small" aria-label={t('chart.saveImage')} onClick={onSaveImage}>
            <ImageDown aria-hidden size="1rem" />
          </IconButton>
        </Tooltip>
      )}
      {isOpen && <ChartTable {...chart} onClose={() => setOpen(false)} />}
    </Box>
  );
}
