import { sizes } from '../theme/tokens.ts';
import type { ChartContext } from './chart-style.ts';

function sliderColours({ grid, borderStrong, primary, primarySoft, surface }: ChartContext['colours']) {
  const quiet = { lineStyle: { color: borderStrong }, areaStyle: { color: grid } };
  return {
    backgroundColor: surface,
    // The selected range shows the colours of its values.
    fillerColor: 'transparent',
    dataBackground: quiet,
    selectedDataBackground: { lineStyle: { color: primary }, areaStyle: { color: primarySoft } },
    handleStyle: { color: surface, borderColor: borderStrong },
    moveHandleStyle: { color: borderStrong },
    emphasis: { handleStyle: { color: surface, borderColor: primary }, moveHandleStyle: { color: primary } },
  };
}

/** A slider below the chart; the wheel alone still scrolls the page. */
export function zoomOption({ colours, axisText }: ChartContext) {
  return [
    { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl' },
    {
      type: 'slider',
      filterMode: 'none',
      height: sizes.unit * 2.5,
      bottom: sizes.unit / 2,
      borderColor: colours.border,
      textStyle: axisText,
      // The library would write times and categories in its own format.
      showDetail: false,
      ...sliderColours(colours),
    },
  ];
}

export const bottomOf = (hasZoom: boolean | undefined): number => (hasZoom ? sizes.unit * 4 : sizes.unit / 2);
