import type { Status } from '../status/StatusChip.tsx';

export interface MapObject {
  id: string | number;
  longitude: number;
  latitude: number;
  /** Of a cluster: the worst of those inside. */
  status: Status;
  label: string;
  /** More than one makes it a cluster. */
  count?: number | undefined;
}

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
