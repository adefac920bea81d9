import { clusterDefaults, type MapStyle, mapStyles, maxZoom } from '@stellwerk/contract/twin-map';
import { z } from 'zod';
import type { SearchParams } from '../../ui/navigation/use-search-params.ts';

/** An address carries texts, but the router reads numbers and flags out of them. */
const count = z.coerce.number().int().min(0);
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

const fields = z.object({
  mapstyle: count.min(1).max(mapStyles.length),
  markerstyle: count.min(1).max(2),
  indoor: flag,
  hidebar: flag,
  pitch: count,
  bearing: count,
  clusterdistance: count.min(10).max(500),
  zoomlock: flag,
  zoom: z.coerce.number().min(0).max(maxZoom),
});

/** How a map begins, as its address says it. */
export interface MapParameters {
  mapstyle: number;
  markerstyle: number;
  indoor: boolean;
  hidebar: boolean;
  pitch: number;
  bearing: number;
  clusterdistance: number;
  zoomlock: boolean;
  /** Absent: as near as it takes to see everything, but no nearer than 20. */
  zoom?: number | undefined;
}

export const defaultParameters: MapParameters = {
  mapstyle: 1,
  markerstyle: 1,
  indoor: false,
  hidebar: false,
  pitch: clusterDefaults.pitch,
  bearing: clusterDefaults.bearing,
  clusterdistance: clusterDefaults.clusterDistance,
  zoomlock: false,
};

export interface RememberedView {
  mapStyle: number;
  isSolid: boolean;
}

/** The defaults of a viewer who chose a style and 3D on an earlier map; a stored value that is odd is left out. */
export function rememberedDefaults({ mapStyle, isSolid }: RememberedView): Partial<MapParameters> {
  const { data: mapstyle } = fields.shape.mapstyle.safeParse(mapStyle);
  return { ...(mapstyle === undefined ? {} : { mapstyle }), ...(isSolid ? {} : { pitch: 0 }) };
}

const maxPitch = 85;

/** Reads the parameters of an address; what is missing or odd becomes the default. */
export function parseMapParameters(search: SearchParams, defaults: Partial<MapParameters> = {}): MapParameters {
  const fallback = { ...defaultParameters, ...defaults };
  const read = <N extends keyof MapParameters>(name: N): unknown => {
    const value = search[name];
    return value === undefined || value === '' ? undefined : fields.shape[name].safeParse(value).data;
  };
  const given = Object.keys(fields.shape).flatMap((name) => {
    const value = read(name as keyof MapParameters);
    return value === undefined ? [] : [[name, value]];
  });
  const all: MapParameters = { ...fallback, ...Object.fromEntries(given) };
  return { ...all, pitch: Math.min(maxPitch, all.pitch), bearing: all.bearing % 360 };
}

/** What an address has to say: nothing about what is as usual anyway. */
export function mapParametersToSearch(changes: Partial<MapParameters>): SearchParams {
  const usual: SearchParams = { ...defaultParameters };
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value === usual[name] ? undefined : value]),
  );
}

export const styleNamed = (parameters: MapParameters): MapStyle => mapStyles[parameters.mapstyle - 1] ?? 'default';
