import type { Status } from '@stellwerk/contract/twin';
import type { JsonValue } from '@stellwerk/plugin/json';

/** A tuple, because property names would be half of the size of ten thousand twins. */
export type MapTwin = [
  id: number,
  title: string,
  longitude: number,
  latitude: number,
  status: Status,
  /** Values for the marker rules, in their order; null if the twin has none. */
  fields: JsonValue[],
];

export interface TwinMapData {
  /** Twins with a position. */
  twins: MapTwin[];
  total: number;
  /** Number of further matching twins without a position. */
  unplaced: number;
}
