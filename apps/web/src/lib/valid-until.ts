const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The day of a moment in the viewer's zone, as date fields write it. */
export function dayOf(time: string): string {
  const date = new Date(new Date(time).getTime() - 1);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The moment at which a day ends in the viewer's zone; null for an empty or unfinished field. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined || year < 1000) return null;
  return new Date(year, month - 1, date + 1).toISOString();
}
