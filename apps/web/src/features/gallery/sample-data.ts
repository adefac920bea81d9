import type { Status } from '../../ui/status/StatusChip.tsx';

export interface SampleRow {
  id: number;
  title: string;
  key: string;
  status: Status;
  value: number | null;
  seenAt: number | null;
  model: string;
  place: string;
}

export const sampleCount = 100_000;
export const sampleNowMs = Date.now();

const statuses: readonly Status[] = ['ok', 'ok', 'warning', 'ok', 'error', 'ok', 'ok', 'unknown'];
const models = ['AM307', 'PLS 110', 'HYDRUS', 'EM500', 'ERS', 'LDDS75', 'ILO', 'DL-ATM41'];
const places = ['Gymnasium Nord', 'Marktplatz', 'Netzgebiet West', 'Rathaus', 'Stadtpark', 'Bauhof'];

/** Always the same number for the same index: the demonstration looks alike on every load. */
export function noise(index: number): number {
  const mixed = Math.sin(index * 12.9898) * 43758.5453;
  return mixed - Math.floor(mixed);
}

const pick = <T>(list: readonly T[], index: number, fallback: T): T => list[index % list.length] ?? fallback;

function sampleRow(index: number): SampleRow {
  const status = pick(statuses, Math.floor(noise(index) * 1000), 'unknown');
  const isSilent = status === 'unknown';
  return {
    id: index + 1,
    title: `CO₂ Raum ${Math.floor(index / 40)}.${String(index % 40).padStart(2, '0')}`,
    key: `70B3D5499A${(index * 7919).toString(16).toUpperCase().padStart(6, '0')}`,
    status,
    value: isSilent ? null : Math.round(400 + noise(index + 1) * 1200),
    seenAt: isSilent ? null : sampleNowMs - Math.round(noise(index + 2) ** 6 * 36_000_000),
    model: pick(models, Math.floor(noise(index + 3) * 1000), ''),
    place: pick(places, Math.floor(noise(index + 4) * 1000), ''),
  };
}

let rows: SampleRow[] | undefined;

export function sampleRows(): readonly SampleRow[] {
  rows ??= Array.from({ length: sampleCount }, (_, index) => sampleRow(index));
  return rows;
}
