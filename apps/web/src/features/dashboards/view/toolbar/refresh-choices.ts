/** In seconds; everything is read anew that often. Values come by themselves in any case. */
export const refreshChoices = [10, 30, 60, 300, 900, 3_600] as const;
const least = 10;
const most = 86_400;

/** What the address says, else what the dashboard does by itself; null: never. */
export function refreshFrom(text: unknown, fallback: number | null): number | null {
  if (text === 'off') return null;
  const seconds = Number(text);
  return typeof text !== 'object' && Number.isInteger(seconds) && seconds >= least && seconds <= most
    ? seconds
    : fallback;
}
