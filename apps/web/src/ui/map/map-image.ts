import type { Map as MapLibreMap } from 'maplibre-gl';
import { drawIcon } from '../canvas/draw-icon.ts';
import type { CanvasColours } from '../canvas/use-canvas-colours.ts';
import { fontFamily, sizes } from '../theme/tokens.ts';

interface MapImageInput {
  map: MapLibreMap;
  /** The source of the map data, which every copy of the map must name. */
  attribution: string | undefined;
  colours: CanvasColours;
}

const step = sizes.unit;
const textPx = step * 1.375;

/** The WebGL picture is gone after its frame, so it is copied in the frame in which it is rendered. */
function groundOf(map: MapLibreMap): Promise<HTMLCanvasElement> {
  return new Promise((resolve) => {
    map.once('render', () => {
      const shown = map.getCanvas();
      const copy = document.createElement('canvas');
      copy.width = shown.width;
      copy.height = shown.height;
      copy.getContext('2d')?.drawImage(shown, 0, 0);
      resolve(copy);
    });
    map.triggerRepaint();
  });
}

/** A pin as on the page: a circle with one square corner, rotated by an eighth. */
function drawPin(pen: CanvasRenderingContext2D, box: DOMRect): { x: number; y: number } {
  const radius = sizes.unit * 1.625;
  const [x, y] = [box.left + box.width / 2, box.top + radius];
  pen.beginPath();
  pen.arc(x, y, radius, Math.PI * 0.75, Math.PI * 0.25);
  pen.lineTo(x, y + radius * Math.SQRT2);
  pen.closePath();
  pen.fill();
  pen.stroke();
  return { x, y };
}

function drawDisc(pen: CanvasRenderingContext2D, box: DOMRect, text: string, on: string): { x: number; y: number } {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  pen.beginPath();
  pen.arc(x, y, box.width / 2, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.font = `600 ${textPx}px ${fontFamily}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = on;
  pen.fillText(text, x, y + step * 0.5);
  return { x, y: y - step * 0.75 };
}

/** Draws a marker as on the page: its position, its own colours and the icon of its status. */
function drawMarker(pen: CanvasRenderingContext2D, marker: HTMLElement, outline: string): void {
  const isCluster = marker.classList.contains('is-cluster');
  const on = marker.style.getPropertyValue('--on');
  pen.fillStyle = marker.style.getPropertyValue('--fill');
  pen.strokeStyle = outline;
  pen.lineWidth = 2;
  const box = marker.getBoundingClientRect();
  pen.save();
  const middle = isCluster ? drawDisc(pen, box, marker.textContent, on) : drawPin(pen, box);
  pen.restore();
  const icon = marker.querySelector('svg');
  const size = isCluster ? step * 1.25 : step * 1.75;
  if (icon) drawIcon(pen, icon, { x: middle.x - size / 2, y: middle.y - size / 2, size, colour: on });
}

function drawAttribution(pen: CanvasRenderingContext2D, text: string, room: DOMRect, colours: CanvasColours): void {
  pen.font = `400 ${textPx}px ${fontFamily}`;
  pen.textAlign = 'right';
  pen.textBaseline = 'alphabetic';
  const width = pen.measureText(text).width + step * 1.5;
  const height = step * 2.25;
  pen.fillStyle = colours.surface;
  pen.fillRect(room.right - width, room.bottom - height, width, height);
  pen.fillStyle = colours.textSecondary;
  pen.fillText(text, room.right - step * 0.75, room.bottom - step * 0.75);
}

const depthOf = (marker: Element) => Number(marker.parentElement?.style.zIndex ?? 0);

/** The map as shown, with markers and attribution, in device pixels. */
export async function mapImage({ map, attribution, colours }: MapImageInput): Promise<HTMLCanvasElement> {
  const image = await groundOf(map);
  const pen = image.getContext('2d');
  if (!pen) return image;
  const room = map.getContainer().getBoundingClientRect();
  const ratio = image.width / room.width;
  // From here on in CSS pixels.
  pen.setTransform(ratio, 0, 0, ratio, -room.left * ratio, -room.top * ratio);
  const markers = [...map.getContainer().querySelectorAll<HTMLElement>('.map-marker')];
  for (const marker of markers.toSorted((one, other) => depthOf(one) - depthOf(other))) {
    drawMarker(pen, marker, colours.surface);
  }
  if (attribution) drawAttribution(pen, attribution, room, colours);
  return image;
}
