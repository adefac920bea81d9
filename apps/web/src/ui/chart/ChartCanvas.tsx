import { Box } from '@mui/material';
import { BarChart, GaugeChart, HeatmapChart, LineChart } from 'echarts/charts';
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';

register([
  LineChart,
  BarChart,
  GaugeChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  MarkLineComponent,
  VisualMapComponent,
  DataZoomComponent,
  CanvasRenderer,
]);

export interface ChartCanvasProps {
  option: EChartsCoreOption;
  theme: object;
}

/** The library's canvas: drawn anew with every option, and with every change of its room. */
export function ChartCanvas({ option, theme }: ChartCanvasProps) {
  const room = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);

  useEffect(() => {
    if (!room.current) return;
    const created = init(room.current);
    chart.current = created;
    const observer = new ResizeObserver(() => {
      if (!created.isDisposed()) created.resize();
    });
    observer.observe(room.current);
    return () => {
      observer.disconnect();
      created.dispose();
      chart.current = undefined;
    };
  }, []);

  useEffect(() => {
    chart.current?.setTheme(theme);
    chart.current?.setOption(option, { notMerge: true });
  }, [option, theme]);

  return <Box ref={room} aria-hidden sx={{ position: 'absolute', inset: 0 }} />;
}
