/** Width and height of the view box of all icons of the product. */
const fieldSize = 24;
const lineWidth = 2;

const numberOf = (shape: Element, name: string) => Number(shape.getAttribute(name) ?? 0);

/** The path of a part of an icon; empty for other elements. */
function lineOf(shape: Element): Path2D {
  const line = new Path2D();
  switch (shape.tagName) {
    case 'path':
      return new Path2D(shape.getAttribute('d') ?? '');
    case 'circle':
      line.arc(numberOf(shape, 'cx'), numberOf(shape, 'cy'), numberOf(shape, 'r'), 0, 2 * Math.PI);
      return line;
    case 'rect':
      line.roundRect(
        numberOf(shape, 'x'),
        numberOf(shape, 'y'),
        numberOf(shape, 'width'),
        numberOf(shape, 'height'),
        numberOf(shape, 'rx'),
      );
      return line;
    case 'line':
      line.moveTo(numberOf(shape, 'x1'), numberOf(shape, 'y1'));
      line.lineTo(numberOf(shape, 'x2'), numberOf(shape, 'y2'));
      return line;
    default:
      return line;
  }
}

interface IconPlace {
  /** Left edge of the icon. */
  x: number;
  y: number;
  size: number;
  colour: string;
}

/** Draws an icon of the page on a canvas, which cannot contain elements. */
export function drawIcon(pen: CanvasRenderingContext2D, icon: Element, { x, y, size, colour }: IconPlace): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / fieldSize, size / fieldSize);
  pen.lineWidth = lineWidth;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = colour;
  for (const shape of icon.children) pen.stroke(lineOf(shape));
  pen.restore();
}
