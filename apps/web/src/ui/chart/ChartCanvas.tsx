import { Box } from '@mui/material';
import { BarChart, GaugeChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useEffectEvent, useRef } from 'react';

register([
  LineChart,
  BarChart,
  GaugeChart,
  HeatmapChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  VisualMapComponent,
  DataZoomComponent,
  CanvasRenderer,
]);

/** Where the room of the axes lies inside the chart, in pixels. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface ChartCanvasProps {
  option: EChartsCoreOption;
  theme: object;
  /** For parts that lie over the canvas: the corners that are to be found, as time and value. */
  corners?: { fromMs: number; toMs: number; least: number; most: number } | undefined;
  onPlot?: ((plot: Plot) => void) | undefined;
  /** A click into the column of a category, also where its bar is small or absent. */
  onPick?: ((index: number) => void) | undefined;
}

function plotOf(chart: EChartsType, { fromMs, toMs, least, most }: NonNullable<ChartCanvasProps['corners']>) {
  const pixel = (x: number, y: number) => chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [x, y]);
  const [left = 0, bottom = 0] = pixel(fromMs, least);
  const [right = 0, top = 0] = pixel(toMs, most);
  return { left, right, top, bottom };
}

/** Which category a place belongs to; none outside of the axes. */
function columnAt(chart: EChartsType, { offsetX, offsetY }: { offsetX: number; offsetY: number }) {
  const point = [offsetX, offsetY];
  return chart.containPixel('grid', point) ? chart.convertFromPixel({ gridIndex: 0 }, point)[0] : undefined;
}

/** The library's canvas: drawn anew with every option, and with every change of its room. */
export function ChartCanvas({ option, theme, corners, onPlot, onPick }: ChartCanvasProps) {
  const room = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const tellPlot = useEffectEvent(() => {
    if (chart.current && corners && onPlot) onPlot(plotOf(chart.current, corners));
  });
  const pick = useEffectEvent((index: number) => onPick?.(index));
  const isPicked = onPick !== undefined;

  useEffect(() => {
    if (!room.current) return;
    const created = init(room.current);
    chart.current = created;
    const observer = new ResizeObserver(() => {
      if (created.isDisposed()) return;
      created.resize();
      tellPlot();
    });
    observer.observe(room.current);
    return () => {
      observer.disconnect();
      created.dispose();
      chart.current = undefined;
    };
  }, []);

  useEffect(() => {
    const surface = chart.current?.getZr();
    if (!isPicked || !surface) return;
    surface.on('click', (event) => {
      const index = chart.current && columnAt(chart.current, event);
      if (index !== undefined) pick(index);
    });
    surface.on('mousemove', (event) => {
      const index = chart.current && columnAt(chart.current, event);
      surface.setCursorStyle(index === undefined ? 'default' : 'pointer');
    });
    return () => {
      surface.off('click');
      surface.off('mousemove');
    };
  }, [isPicked]);

  useEffect(() => {
    chart.current?.setTheme(theme);
    chart.current?.setOption(option, { notMerge: true });
    tellPlot();
  }, [option, theme]);

  return <Box ref={room} aria-hidden sx={{ position: 'absolute', inset: 0 }} />;
}
