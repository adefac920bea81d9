import type { JsonValue } from './json.ts';

/** The course of a quantity over time. Plain data; the simulator implements each kind. */
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

/** Data of a frame in addition to the values. */
export interface Frame {
  /** Incremented with each measurement, even if it does not arrive; 0 follows 65,535. */
  counter: number;
  /** Time of the measurement. */
  atMs: number;
  /** Whether a change triggered the packet, for models that send on change. */
  isChange: boolean;
}

export interface Encoded {
  payload: JsonValue;
  /** Metadata added by a network server. */
  meta?: { [key: string]: JsonValue };
}

/**
 * A sensor model: its measurements and the real bytes that it sends. Each is a folder in `plugins/profiles`, with its
 * driver as `driver.js`.
 */
export interface Profile {
  /** Also the name of the folder. */
  kind: string;
  manufacturer: string;
  model: string;
  /** Name of an icon of the icon set that twins use. */
  icon: string;
  /** Default interval between two packets. */
  intervalSeconds: number;
  /**
   * For models that measure every `intervalSeconds` but only send when this quantity has changed, plus keep-alive
   * packets.
   */
  onChange?: { quantity: string; aliveSeconds: number };
  /** All quantities that `encode` needs, with their default signals. */
  quantities: Readonly<Record<string, Signal>>;
  states: readonly ProfileState[];
  /** Values that the sensor can't represent become the nearest representable value. */
  encode(values: Readonly<Record<string, JsonValue>>, frame: Frame): Encoded;
}

export const defineProfile = (profile: Profile): Profile => profile;

/** A state with a numeric value. */
export function measured(key: string, de: string, en: string, unit: string, decimals: number): ProfileState {
  return { key, title: { de, en }, valueType: 'number', unit, decimals };
}

/** A state with a boolean value. */
export function told(key: string, de: string, en: string): ProfileState {
  return { key, title: { de, en }, valueType: 'boolean' };
}
