import '@fontsource-variable/inter';
import { type EChartsType, init, registerLocale } from 'echarts';
import german from 'echarts/i18n/langDE-obj.js';
import { fontFamily } from '../ui/theme/tokens.ts';
import type { FrameTheme } from './messages.ts';
import { type PlainOption, safeOption } from './plain-option.ts';

registerLocale('DE', german);

/** Colours for whatever the option says nothing about. */
function chartTheme(theme: FrameTheme, language: string) {
  const numbers = new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB');
  const number = (value: unknown) => (typeof value === 'number' ? numbers.format(value) : String(value ?? '—'));
  const text = { color: theme.textSecondary, fontFamily, fontSize: 11 };
  const axis = {
    axisLine: { lineStyle: { color: theme.border } },
    axisTick: { show: false },
    axisLabel: text,
    nameTextStyle: text,
    splitLine: { lineStyle: { color: theme.grid } },
  };
  return {
    color: [...theme.data],
    backgroundColor: theme.surface,
    textStyle: text,
    title: { textStyle: { color: theme.text, fontFamily, fontSize: 14 }, subtextStyle: text },
    legend: { type: 'scroll', icon: 'circle', itemWidth: 8, textStyle: text, pageTextStyle: text, top: 0, left: 0 },
    tooltip: {
      backgroundColor: theme.surface,
      borderColor: theme.borderStrong,
      textStyle: { color: theme.text, fontFamily, fontSize: 12 },
      // Options are data alone, so numbers of the language have to come from here.
      valueFormatter: number,
    },
    grid: { left: 8, right: 16, top: 40, bottom: 8 },
    line: { lineStyle: { width: 1.5 } },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLabel: { ...text, formatter: number } },
    timeAxis: { ...axis, splitLine: { show: false } },
    logAxis: axis,
  };
}

let chart: EChartsType | undefined;

/** Creates a new instance each time: another language or theme needs one anyway. */
export async function renderChart(room: HTMLElement, option: PlainOption, theme: FrameTheme, language: string) {
  document.documentElement.dataset.theme = theme.mode;
  document.documentElement.style.background = theme.surface;
  await document.fonts.load(`11px ${fontFamily}`);
  chart?.dispose();
  chart = init(room, chartTheme(theme, language), { locale: language === 'de' ? 'DE' : 'EN' });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  chart.setOption(safeOption(option, { isStill }));
}

export const resize = () => chart?.resize();

export function image(): string | undefined {
  return chart?.getDataURL({ type: 'png', pixelRatio: window.devicePixelRatio });
}
