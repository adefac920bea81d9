const units = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatSize(sizeBytes: number): string {
  const power = sizeBytes < 1 ? 0 : Math.min(Math.floor(Math.log10(sizeBytes) / 3), units.length - 1);
  return `${(sizeBytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
