import type { EChartsCoreOption } from 'echarts/core';

type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value : [value]).filter(isPart);

/**
 * Keeps the zoom and the hidden series when new values arrive: the whole option is replaced, with these parts of the
 * old one.
 */
export function keepZoomAndLegend(next: EChartsCoreOption, shown: EChartsCoreOption | undefined): EChartsCoreOption {
  if (!shown) return next;
  const zooms = partsOf(shown.dataZoom);
  const selected = partsOf(shown.legend)[0]?.selected;
  const legend = partsOf(next.legend)[0];
  return {
    ...next,
    ...(Array.isArray(next.dataZoom)
      ? {
          dataZoom: partsOf(next.dataZoom).map((zoom, index) => {
            const { start, end } = zooms[index] ?? {};
            return start === undefined ? zoom : { ...zoom, start, end };
          }),
        }
      : {}),
    ...(legend && isPart(selected) ? { legend: { ...legend, selected } } : {}),
  };
}
