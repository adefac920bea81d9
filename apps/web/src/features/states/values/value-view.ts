import type { State } from '@stellwerk/contract/state';

export type StateValue = State['value'];

/** What a value is to the eye, whatever type its state was given. */
export type ValueView =
  | { kind: 'missing' }
  | { kind: 'number'; number: number }
  | { kind: 'boolean'; isOn: boolean }
  | { kind: 'place'; latitude: number; longitude: number }
  | { kind: 'text'; text: string }
  | { kind: 'json'; text: string };

export interface ViewInput {
  value: StateValue;
  layout?: State['layout'];
}

/** Booleans count as 0 and 1, and texts that are numbers as these. */
export function numberOf(value: StateValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function placeOf(value: StateValue): { latitude: number; longitude: number } | undefined {
  const pair = (first: StateValue, second: StateValue) => {
    const latitude = numberOf(first);
    const longitude = numberOf(second);
    if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return;
    return { latitude, longitude };
  };
  if (typeof value === 'string') {
    const [first = '', second = '', ...rest] = value.split(/[,;]/);
    return rest.length === 0 ? pair(first, second) : undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return pair(value.latitude ?? value.lat ?? null, value.longitude ?? value.lon ?? value.lng ?? null);
}

function plainView(value: StateValue): ValueView {
  if (value === null || value === '') return { kind: 'missing' };
  if (typeof value === 'number') return { kind: 'number', number: value };
  if (typeof value === 'boolean') return { kind: 'boolean', isOn: value };
  if (typeof value === 'string') return { kind: 'text', text: value };
  return { kind: 'json', text: JSON.stringify(value) };
}

/** A layout that does not fit the value gives way to what the value is. */
export function viewOf({ value, layout = 'auto' }: ViewInput): ValueView {
  const number = numberOf(value);
  if (layout === 'boolean' && number !== null) return { kind: 'boolean', isOn: number !== 0 };
  if ((layout === 'number' || layout === 'range') && number !== null) return { kind: 'number', number };
  const place = layout === 'gps' ? placeOf(value) : undefined;
  return place ? { kind: 'place', ...place } : plainView(value);
}
