/** Truncates a text to a width in pixels, with an ellipsis if it does not fit. */
export function truncateText(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && pen.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return letters.length > 0 ? `${letters.join('')}…` : '';
}
