import { saveFile } from '../../../lib/download.ts';
import { truncateText } from '../../../ui/canvas/truncate-text.ts';
import type { CanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { fontFamily, sizes } from '../../../ui/theme/tokens.ts';
import type { PictureHandle } from '../pictures/picture-props.ts';
import { fileNameOf } from './file-name.ts';

const margin = sizes.unit * 2;
const titleSize = sizes.unit * 2;

/** The picture with its title on the theme's background; long titles end in an ellipsis. */
function composed(picture: HTMLCanvasElement, title: string, colours: CanvasColours): HTMLCanvasElement {
  const ratio = window.devicePixelRatio || 1;
  const top = title ? margin + titleSize * 2 : margin;
  const canvas = document.createElement('canvas');
  canvas.width = picture.width + margin * 2 * ratio;
  canvas.height = picture.height + (top + margin) * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) return picture;
  pen.fillStyle = colours.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, margin * ratio, top * ratio);
  pen.fillStyle = colours.text;
  pen.font = `600 ${titleSize * ratio}px ${fontFamily}`;
  pen.textBaseline = 'top';
  pen.fillText(truncateText(pen, title, canvas.width - margin * 2 * ratio), margin * ratio, margin * ratio);
  return canvas;
}

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));

/** Returns whether there was a picture to save. */
export async function savePng(handle: PictureHandle | null, title: string, colours: CanvasColours): Promise<boolean> {
  const picture = await handle?.image();
  const file = picture ? await blobOf(composed(picture, title, colours)) : null;
  if (!file) return false;
  saveFile(file, fileNameOf(title, 'png'));
  return true;
}
