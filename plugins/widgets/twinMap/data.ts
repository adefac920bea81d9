import type { Status } from '@stellwerk/contract/twin';
import type { JsonValue } from '@stellwerk/plugin/json';

/** Without the names of its parts, which would be half of ten thousand of them. */
export type MapTwin = [
  id: number,
  title: string,
  longitude: number,
  latitude: number,
  status: Status,
  /** What the marker rules look at, in their order; null where the twin has none. */
  fields: JsonValue[],
];

export interface TwinMapData {
  /** Those that have a place. */
  twins: MapTwin[];
  total: number;
  /** How many more fit that have none. */
  unplaced: number;
}
