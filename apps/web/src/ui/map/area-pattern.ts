import type { Map as MapLibreMap } from 'maplibre-gl';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import type { Status } from '../status/StatusChip.tsx';

/** Each status has its own pattern, for users who cannot distinguish the colours. */
const lines: Record<Status, readonly (readonly [number, number, number, number])[]> = {
  ok: [],
  info: [],
  unknown: [[6, 8, 10, 8]],
  warning: [[0, 16, 16, 0]],
  error: [
    [0, 16, 16, 0],
    [0, 0, 16, 16],
  ],
};
const side = 16;

export const patternOf = (status: Status) => `area-${status}`;

function draw(status: Status, colour: string): ImageData | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  for (const [fromX, fromY, toX, toY] of lines[status]) {
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
  }
  return context.getImageData(0, 0, side, side);
}

export function addPatterns(map: MapLibreMap, { status: colours }: CanvasColours): void {
  for (const status of ['ok', 'info', 'unknown', 'warning', 'error'] as const) {
    const image = draw(status, colours[status]);
    if (image && !map.hasImage(patternOf(status))) map.addImage(patternOf(status), image);
  }
}
