import type { GeoPolygon, Position } from '@stellwerk/contract/geo';
import type { Status } from '../status/StatusChip.tsx';

/** A value that is printed at a marker, ready to read. */
export interface MarkerText {
  label: string;
  text: string;
  status: Status;
}

export interface MapObject {
  id: string | number;
  longitude: number;
  latitude: number;
  /** Of a cluster: the worst of those inside. */
  status: Status;
  /** Instead of that of the status: a status, `primary`, `data1` to `data8`, or `#rrggbb`. */
  colour?: string | undefined;
  label: string;
  /** More than one makes it a cluster. */
  count?: number | undefined;
  values?: readonly MarkerText[] | undefined;
}

export interface MapArea {
  id: string | number;
  label: string;
  status: Status;
  shape: GeoPolygon;
  /** The middle of a circle. */
  longitude: number | null;
  latitude: number | null;
  /** How high it stands in three dimensions. */
  heightMeters?: number | undefined;
}

/** A picture that lies on the map, such as the plan of a floor. */
export interface MapOverlay {
  url: string;
  bounds: { north: number; east: number; south: number; west: number };
}

/** A point that can be dragged, or moved by the arrow keys. */
export interface MapHandle {
  id: string;
  label: string;
  at: Position;
  onMove: (to: Position) => void;
  onPress?: (() => void) | undefined;
}

export type MarkerStyle = 'pin' | 'plate';

/** What is in view, for asking the server for the objects there. */
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

/** How one looks at it; degrees. */
export interface MapTilt {
  pitch: number;
  bearing: number;
}
