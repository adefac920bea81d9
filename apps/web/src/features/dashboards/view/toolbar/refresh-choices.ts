/** In seconds: the interval for refetching everything. Live values arrive independently. */
export const refreshChoices = [10, 30, 60, 300, 900, 3_600] as const;
const least = 10;
const most = 86_400;

/** The interval of the address, otherwise of the dashboard; null: never. */
export function refreshFrom(text: unknown, fallback: number | null): number | null {
  if (text === 'off') return null;
  const seconds = Number(text);
  return typeof text !== 'object' && Number.isInteger(seconds) && seconds >= least && seconds <= most
    ? seconds
    : fallback;
}
