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
}

/** What stands in a frame beside the values. */
export interface Frame {
  /** Counts the packets of a sender from 0. */
  counter: number;
  /** When it was measured. */
  atMs: number;
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
  /** Everything that `encode` needs, with how it moves unless somebody says otherwise. */
  quantities: Readonly<Record<string, Signal>>;
  states: readonly ProfileState[];
  /** Of values that the sensor can't express it sends the nearest that it can. */
  encode(values: Readonly<Record<string, JsonValue>>, frame: Frame): Encoded;
}

export const defineProfile = (profile: Profile): Profile => profile;
