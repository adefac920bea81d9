import type { GeoPolygon, Position } from '@stellwerk/contract/geo';
import type { Status } from '../status/StatusChip.tsx';

/** A formatted value at a marker. */
export interface MarkerText {
  label: string;
  text: string;
  status: Status;
}

export interface MapObject {
  id: string | number;
  longitude: number;
  latitude: number;
  /** For a cluster: the worst status of its members. */
  status: Status;
  /** Replaces the colour of the status: a status, `primary`, `data1` to `data8`, or `#rrggbb`. */
  colour?: string | undefined;
  label: string;
  /** A number above one makes the object a cluster. */
  count?: number | undefined;
  values?: readonly MarkerText[] | undefined;
}

export interface MapArea {
  id: string | number;
  label: string;
  status: Status;
  shape: GeoPolygon;
  /** The centre of a circle. */
  longitude: number | null;
  latitude: number | null;
  /** Height above ground in the tilted view. */
  heightMeters?: number | undefined;
}

/** An image on the map, such as a floor plan. */
export interface MapOverlay {
  url: string;
  bounds: { north: number; east: number; south: number; west: number };
}

/** A point that is moved by dragging or by arrow keys. */
export interface MapHandle {
  id: string;
  label: string;
  at: Position;
  onMove: (to: Position) => void;
  onPress?: (() => void) | undefined;
}

export type MarkerStyle = 'pin' | 'plate';

/** The visible part of the map, for querying its objects from the server. */
export interface MapViewport {
  west: number;
  south: number;
  east: number;
  north: number;
  zoom: number;
}

export interface MapPosition {
  longitude: number;
  latitude: number;
  zoom: number;
}

/** Angles of the view in degrees. */
export interface MapTilt {
  pitch: number;
  bearing: number;
}
