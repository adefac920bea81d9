import type { EChartsCoreOption } from 'echarts/core';
import { fontFamily, sizes } from '../theme/tokens.ts';
import { colourOf } from './chart-colour.ts';
import type { GaugeDial, GaugeModel } from './chart-model.ts';
import type { ChartContext } from './chart-style.ts';
import { type DialRoom, dialRooms, drop, dropDegrees } from './gauge-layout.ts';
import { gaugeText } from './value-text.ts';

const { unit } = sizes;

/** The colour of the band that contains a value. */
function bandColour({ bands }: GaugeModel, value: number | null, { colours }: ChartContext): string {
  const band = bands.find(({ to }) => value !== null && value < to) ?? bands.at(-1);
  return value === null || !band ? colours.status.unknown : colourOf(band.colour, colours);
}

/** The library reads braces and bars as styles. */
const plain = (text: string) => text.replace(/[{}|]/g, ' ');

/** The angle of a value on the arc, in degrees counter-clockwise from the right. */
const degreesOf = ({ minimum, maximum }: GaugeModel, value: number) =>
  180 + dropDegrees - ((value - minimum) / (maximum - minimum)) * (180 + 2 * dropDegrees);

/** A thin ring of all bands around the dial. */
function scaleSeries(model: GaugeModel, { centerX, centerY, radius }: DialRoom, { colours }: ChartContext) {
  const span = model.maximum - model.minimum;
  const none = { show: false };
  return {
    type: 'gauge',
    center: [centerX, centerY],
    radius,
    startAngle: 180 + dropDegrees,
    endAngle: -dropDegrees,
    silent: true,
    axisLine: {
      lineStyle: {
        width: unit / 2,
        color: model.bands.map(({ to, colour }, index) => [
          index === model.bands.length - 1 ? 1 : (to - model.minimum) / span,
          colourOf(colour, colours),
        ]),
      },
    },
    axisTick: none,
    splitLine: none,
    axisLabel: none,
    pointer: none,
    title: none,
    detail: none,
  };
}

/** Smaller dials have no space for numbers around them. */
const labelledRadius = 44;

/**
 * Texts at the ends of the scale, below the arc, and at the begin of each band, outside the arc; the library places
 * labels only inside.
 */
function scaleTexts(model: GaugeModel, { centerX, centerY, radius }: DialRoom, { axisText, formats }: ChartContext) {
  const text = (value: number, x: number, y: number, place: { align: string; verticalAlign: string }) => ({
    type: 'text',
    silent: true,
    x,
    y,
    style: {
      text: formats.number(value),
      fill: axisText.color,
      font: `${axisText.fontSize}px ${fontFamily}`,
      ...place,
    },
  });
  const endAt = (value: number, side: -1 | 1) => {
    const middle = radius * 0.88;
    const y = centerY + middle * drop + unit;
    return text(value, centerX + side * Math.cos((dropDegrees * Math.PI) / 180) * middle, y, below);
  };
  const below = { align: 'center', verticalAlign: 'top' };
  const begins = radius < labelledRadius ? [] : model.bands.slice(0, -1);
  return [
    endAt(model.minimum, -1),
    endAt(model.maximum, 1),
    ...begins.map(({ to }) => {
      const angle = (degreesOf(model, to) * Math.PI) / 180;
      const [right, up] = [Math.cos(angle), Math.sin(angle)];
      const align = right < -0.3 ? 'right' : right > 0.3 ? 'left' : 'center';
      const far = radius + unit / 2;
      return text(to, centerX + right * far, centerY - up * far, {
        align,
        verticalAlign: up > 0.4 ? 'bottom' : 'middle',
      });
    }),
  ];
}

/**
 * The largest font size that fits into the ring and still looks good; a letter is about this fraction of its height
 * wide.
 */
const numberSizeIn = (widthPx: number, radius: number, letters: number) =>
  Math.max(unit * 1.25, Math.min(unit * 5, radius * 0.34, widthPx / (Math.max(1, letters) * 0.62)));

function dialSeries(model: GaugeModel, dial: GaugeDial, room: DialRoom, context: ChartContext) {
  const { colours, axisText } = context;
  const { centerX, centerY, radius, width } = room;
  const ring = Math.max(unit / 2, radius * 0.17);
  const rest = radius - (model.bands.length > 1 ? unit * 0.75 : 0);
  const colour = bandColour(model, dial.value, context);
  const number = plain(gaugeText(model, context.formats)(dial.value));
  const unitText = dial.value === null ? '' : plain(dial.unit ?? '');
  const numberSize = numberSizeIn((rest - ring) * 1.7, radius, number.length + unitText.length * 0.6);
  const shown = Math.min(model.maximum, Math.max(model.minimum, dial.value ?? model.minimum));
  return {
    type: 'gauge',
    center: [centerX, centerY],
    radius: rest,
    startAngle: 180 + dropDegrees,
    endAngle: -dropDegrees,
    min: model.minimum,
    max: model.maximum,
    silent: true,
    axisLine: { lineStyle: { width: ring, color: [[1, colours.raised]] } },
    progress: { show: dial.value !== null, width: ring, itemStyle: { color: colour } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { show: false },
    anchor: { show: false },
    pointer: {
      show: (model.showPointer ?? true) && dial.value !== null,
      icon: 'triangle',
      width: Math.max(unit, radius * 0.12),
      length: Math.max(unit, radius * 0.12),
      offsetCenter: [0, -(rest - ring - Math.max(unit, radius * 0.12) - unit / 4)],
      itemStyle: { color: colours.text },
    },
    title: {
      show: dial.name !== '',
      offsetCenter: [0, radius * drop + unit * ((model.showAxisLabels ?? true) ? 3.75 : 1.75)],
      ...axisText,
      fontSize: unit * 1.5,
      width: width - unit * 2,
      overflow: 'truncate',
    },
    detail: {
      show: model.showValue ?? true,
      offsetCenter: [0, 0],
      formatter: () => `{number|${number}}${unitText && `{unit|${unitText}}`}`,
      rich: {
        number: { color: colours.text, fontFamily, fontSize: numberSize, fontWeight: 600, verticalAlign: 'bottom' },
        unit: {
          color: colours.textMuted,
          fontFamily,
          fontSize: Math.max(unit * 1.25, numberSize * 0.5),
          fontWeight: 500,
          verticalAlign: 'bottom',
          padding: [0, 0, numberSize * 0.1, unit / 2],
        },
      },
    },
    data: [{ value: shown, name: dial.name }],
  };
}

/** Dials side by side, as large as the available size allows. */
export function gaugeOption(
  model: GaugeModel,
  context: ChartContext,
  { width, height }: { width: number; height: number },
): EChartsCoreOption {
  const hasNames = model.dials.length > 1;
  // The tools are over the first line.
  const top = context.toolsWidth > 0 ? unit * 4 : 0;
  const isLabelled = model.showAxisLabels ?? true;
  const hasBands = model.bands.length > 1;
  const rooms = dialRooms({
    width,
    height: height - top,
    count: model.dials.length,
    rim: isLabelled && hasBands ? unit * 3.5 : unit / 2,
    foot: (isLabelled ? unit * 2.5 : unit / 2) + (hasNames ? unit * 2.5 : 0),
  }).map((room) => ({ ...room, centerY: room.centerY + top }));
  return {
    animation: false,
    graphic: isLabelled ? rooms.flatMap((room) => scaleTexts(model, room, context)) : [],
    series: rooms.flatMap((room, index) => {
      const dial = model.dials[index];
      if (!dial) return [];
      const named = hasNames ? dial : { ...dial, name: '' };
      return [...(hasBands ? [scaleSeries(model, room, context)] : []), dialSeries(model, named, room, context)];
    }),
  };
}
