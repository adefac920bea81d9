/** A text as far as it fits into so many pixels, with an ellipsis where it does not. */
export function fittingText(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && pen.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return letters.length > 0 ? `${letters.join('')}…` : '';
}
