import type { MapViewport } from '../../ui/map/map-types.ts';

export interface MapBox {
  north: number;
  east: number;
  south: number;
  west: number;
  zoom: number;
}

const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
const inWorld = (latitude: number) => Math.min(90, Math.max(-90, latitude));
/** Eleven metres are nothing to a map, and equal questions are answered from memory. */
const round = (degrees: number) => Number(degrees.toFixed(4));

/** What is in view, inside one world: maps show it several times side by side. West may lie east of east. */
export function boxOf({ north, east, south, west, zoom }: MapViewport): MapBox {
  const isWhole = east - west >= 360;
  return {
    north: round(inWorld(north)),
    south: round(inWorld(south)),
    west: isWhole ? -180 : round(wrapped(west)),
    east: isWhole ? 180 : round(wrapped(east)),
    zoom: Number(Math.min(22, Math.max(0, zoom)).toFixed(2)),
  };
}
