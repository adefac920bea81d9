import { type RefObject, useEffect } from 'react';
import { truncateText } from '../../../ui/canvas/truncate-text.ts';
import type { CanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { sizes } from '../../../ui/theme/tokens.ts';
import type { PictureHandle } from './picture-props.ts';

/** The handle of each widget's picture, by the element that contains it. */
const handles = new WeakMap<Element, RefObject<PictureHandle | null>>();
const bodies = '[data-widget-body]';

/** Lets a surrounding dashboard include this widget in its own picture. */
export function useExportablePicture(
  body: RefObject<HTMLElement | null>,
  exportRef: RefObject<PictureHandle | null>,
): void {
  useEffect(() => {
    const { current } = body;
    if (!current) return;
    handles.set(current, exportRef);
    return () => void handles.delete(current);
  }, [body, exportRef]);
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function drawTitle(pen: CanvasRenderingContext2D, title: Element | null, place: (element: Element) => Box): void {
  const text = title?.textContent ?? '';
  const box = title && place(title);
  // Hidden ones are a pixel wide.
  if (!box || box.width < sizes.unit) return;
  const { font, color } = getComputedStyle(title);
  pen.font = font;
  pen.fillStyle = color;
  pen.textBaseline = 'middle';
  pen.fillText(truncateText(pen, text, box.width), box.left, box.top + box.height / 2);
}

/** In original size, or scaled down to the width of its container; a taller picture is cropped. */
function drawPicture(pen: CanvasRenderingContext2D, picture: HTMLCanvasElement, box: Box, ratio: number): void {
  const scale = Math.min(1, (box.width * ratio) / picture.width) / ratio;
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.width, box.height);
  pen.clip();
  pen.drawImage(picture, box.left, box.top, picture.width * scale, picture.height * scale);
  pen.restore();
}

/** The visible part of a dashboard in this element; null if no picture is available. */
export async function nestedImage(room: HTMLElement, colours: CanvasColours): Promise<HTMLCanvasElement | null> {
  const ratio = window.devicePixelRatio || 1;
  const origin = room.getBoundingClientRect();
  const place = (element: Element): Box => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, width, height };
  };
  const own = room.closest(bodies);
  const parts = [...room.querySelectorAll(bodies)].filter((body) => body.parentElement?.closest(bodies) === own);
  const drawn = await Promise.all(
    parts.map(async (body) => ({ body, picture: (await handles.get(body)?.current?.image()) ?? null })),
  );
  if (drawn.every(({ picture }) => picture === null)) return null;

  const canvas = document.createElement('canvas');
  canvas.width = Math.round(origin.width * ratio);
  canvas.height = Math.round(origin.height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(ratio, ratio);
  for (const { body, picture } of drawn) {
    const frame = body.closest('[data-widget]');
    if (frame) {
      const { left, top, width, height } = place(frame);
      pen.strokeStyle = colours.border;
      pen.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
      drawTitle(pen, frame.querySelector('h2'), place);
    }
    if (picture) drawPicture(pen, picture, place(body), ratio);
  }
  return canvas;
}
