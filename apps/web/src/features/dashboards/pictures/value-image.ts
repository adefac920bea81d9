import type { CanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { fontFamily, sizes } from '../../../ui/theme/tokens.ts';

interface ValueImageInput {
  number: string;
  unit: string;
  note: string;
  colour: string;
  colours: CanvasColours;
  /** The rendered sparkline, in device pixels. */
  spark: HTMLCanvasElement | null;
}

const { unit: step } = sizes;
const leastWidth = step * 30;

/** Draws a big number like its tile on a canvas, because elements of the page cannot be copied into a picture. */
export function valueImage({ number, unit, note, colour, colours, spark }: ValueImageInput): HTMLCanvasElement {
  const ratio = window.devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  const text = step * 8;
  canvas.width = Math.max(leastWidth * ratio, spark?.width ?? 0);
  canvas.height = text * ratio + (spark?.height ?? 0);
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const write = (
    words: string,
    { x, y, size, weight, fill }: Record<'x' | 'y' | 'size' | 'weight', number> & { fill: string },
  ) => {
    pen.font = `${weight} ${size * ratio}px ${fontFamily}`;
    pen.fillStyle = fill;
    pen.fillText(words, x * ratio, y * ratio);
    return pen.measureText(words).width / ratio;
  };
  const width = write(number, { x: 0, y: step * 4, size: 30, weight: 600, fill: colour });
  write(unit, { x: width + step / 2, y: step * 4, size: 16, weight: 500, fill: colours.textMuted });
  write(note, { x: 0, y: step * 6.5, size: 12, weight: 400, fill: colours.textSecondary });
  if (spark) pen.drawImage(spark, 0, text * ratio);
  return canvas;
}
