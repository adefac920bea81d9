import type { JsonValue } from './json.ts';

/** How a quantity moves with time. Plain data; the simulator knows what each kind means. */
export interface Signal {
  kind: string;
  [parameter: string]: JsonValue;
}

export interface ProfileState {
  /** Also the name of the driver's variable. */
  key: string;
  title: { de: string; en: string };
  valueType: 'number' | 'boolean' | 'string' | 'geolocation' | 'json';
  unit?: string;
  decimals?: number;
  /** Moves the device on the map. */
  geoLink?: 'latitude' | 'longitude';
}

/** What stands in a frame beside the values. */
export interface Frame {
  /** One more with each measurement, whether it arrives or not; after 65,535 it begins at 0 again. */
  counter: number;
  /** When it was measured. */
  atMs: number;
  /** Whether it is sent because something changed, of a make that sends then. */
  isChange: boolean;
}

export interface Encoded {
  payload: JsonValue;
  /** What a network server tells beside it. */
  meta?: { [key: string]: JsonValue };
}

/**
 * A make of sensor: what it measures and the bytes that it really sends. A folder in `plugins/profiles` each, with its
 * driver beside it as `driver.js`.
 */
export interface Profile {
  /** Called like its folder. */
  kind: string;
  manufacturer: string;
  model: string;
  /** Of the drawing that stands for it: a name of the icon set that twins use. */
  icon: string;
  /** Between two packets, unless somebody says otherwise. */
  intervalSeconds: number;
  /**
   * A make that measures every `intervalSeconds` but sends only when this quantity has changed, and now and then to show
   * that it is alive.
   */
  onChange?: { quantity: string; aliveSeconds: number };
  /** Everything that `encode` needs, with how it moves unless somebody says otherwise. */
  quantities: Readonly<Record<string, Signal>>;
  states: readonly ProfileState[];
  /** Of values that the sensor can't express it sends the nearest that it can. */
  encode(values: Readonly<Record<string, JsonValue>>, frame: Frame): Encoded;
}

export const defineProfile = (profile: Profile): Profile => profile;

/** A state that holds a number. */
export function measured(key: string, de: string, en: string, unit: string, decimals: number): ProfileState {
  return { key, title: { de, en }, valueType: 'number', unit, decimals };
}

/** A state that holds yes or no. */
export function told(key: string, de: string, en: string): ProfileState {
  return { key, title: { de, en }, valueType: 'boolean' };
}
