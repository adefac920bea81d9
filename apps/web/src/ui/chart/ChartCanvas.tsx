import { Box } from '@mui/material';
import { BarChart, GaugeChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Room } from './chart-option.ts';
import { keepZoomAndLegend } from './keep-zoom-and-legend.ts';

register([
  LineChart,
  BarChart,
  GaugeChart,
  HeatmapChart,
  ScatterChart,
  GridComponent,
  GraphicComponent,
  TooltipComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  VisualMapComponent,
  DataZoomComponent,
  CanvasRenderer,
]);

/** The area inside the axes, in pixels of the chart. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Access to the rendered chart. */
export interface ChartHandle {
  /** The current picture in device pixels, with a transparent background. */
  image: () => HTMLCanvasElement;
}

export interface ChartCanvasProps {
  /** Another function renders another chart. It gets the size, for parts with fixed positions. */
  draw: (room: Room) => EChartsCoreOption;
  theme: object;
  /** For elements over the canvas: the corners, as time and value, whose pixel positions are reported. */
  corners?: { fromMs: number; toMs: number; least: number; most: number } | undefined;
  onPlot?: ((plot: Plot) => void) | undefined;
  /** Called for a click into the column of a category, even if its bar is small or absent. */
  onPick?: ((index: number) => void) | undefined;
  handleRef?: RefObject<ChartHandle | null> | undefined;
}

function plotOf(chart: EChartsType, { fromMs, toMs, least, most }: NonNullable<ChartCanvasProps['corners']>) {
  const pixel = (x: number, y: number) => chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [x, y]);
  const [left = 0, bottom = 0] = pixel(fromMs, least);
  const [right = 0, top = 0] = pixel(toMs, most);
  return { left, right, top, bottom };
}

/** The category at a point; undefined outside the axes. */
function columnAt(chart: EChartsType, { offsetX, offsetY }: { offsetX: number; offsetY: number }) {
  const point = [offsetX, offsetY];
  return chart.containPixel('grid', point) ? chart.convertFromPixel({ gridIndex: 0 }, point)[0] : undefined;
}

function put(chart: EChartsType, draw: ChartCanvasProps['draw']) {
  const option = draw({ width: chart.getWidth(), height: chart.getHeight() });
  chart.setOption(keepZoomAndLegend(option, chart.getOption()), { notMerge: true });
}

/** The library's canvas. Renders again with every option and every change of its size. */
export function ChartCanvas({ draw, theme, corners, onPlot, onPick, handleRef }: ChartCanvasProps) {
  const room = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const tellPlot = useEffectEvent(() => {
    if (chart.current && corners && onPlot) onPlot(plotOf(chart.current, corners));
  });
  const pick = useEffectEvent((index: number) => onPick?.(index));
  const isPicked = onPick !== undefined;
  const fit = useEffectEvent(() => {
    if (chart.current) put(chart.current, draw);
    tellPlot();
  });

  useEffect(() => {
    const { current } = room;
    if (!current) return;
    const created = init(current);
    chart.current = created;
    const observer = new ResizeObserver(() => {
      if (created.isDisposed()) return;
      // The observer also reports the initial size, for which the chart was created.
      if (created.getWidth() === current.clientWidth && created.getHeight() === current.clientHeight) return;
      created.resize();
      fit();
    });
    observer.observe(current);
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
    if (!chart.current) return;
    chart.current.setTheme(theme);
    put(chart.current, draw);
    tellPlot();
  }, [draw, theme]);

  useEffect(() => {
    if (!handleRef) return;
    const image = () => {
      if (!chart.current) throw new Error('The chart is not drawn yet');
      return chart.current.renderToCanvas({ pixelRatio: window.devicePixelRatio });
    };
    handleRef.current = { image };
    return () => {
      handleRef.current = null;
    };
  }, [handleRef]);

  return <Box ref={room} aria-hidden sx={{ position: 'absolute', inset: 0 }} />;
}
