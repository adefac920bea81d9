/** An instant as the browser's own field for dates and times writes it, on the viewer's clock. */
export function localTime(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
  return `${day}T${two(instant.getHours())}:${two(instant.getMinutes())}`;
}
