import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { Chart, loadChart } from '../../../ui/chart/Chart.tsx';
import type { ChartHandle } from '../../../ui/chart/ChartCanvas.tsx';
import { sizes } from '../../../ui/theme/tokens.ts';
import { savePng } from '../export/png.ts';
import type { PictureOf, PictureProps } from './picture-props.ts';

// This module loads only for charts, so the chart library is loaded at once.
loadChart();

export function ChartPicture({ picture, widgetTitle, heightPx, exportRef }: PictureProps<PictureOf<'chart'>>) {
  const { t } = useTranslation('dashboards');
  const { model, tools } = picture;
  const colours = useCanvasColours();
  const chart = useRef<ChartHandle>(null);
  const handle = { image: async () => chart.current?.image() ?? null };
  useEffect(() => {
    if (!exportRef) return;
    exportRef.current = { image: async () => chart.current?.image() ?? null };
    return () => {
      exportRef.current = null;
    };
  }, [exportRef]);
  const hasTools = tools?.dataView || tools?.saveAsImage;
  return (
    <Chart
      label={widgetTitle || t('picture.chart')}
      model={model}
      height={heightPx / sizes.unit}
      handleRef={chart}
      tools={
        hasTools
          ? {
              dataView: tools.dataView,
              onSaveImage: tools.saveAsImage ? () => void savePng(handle, widgetTitle, colours) : undefined,
            }
          : undefined
      }
    />
  );
}
