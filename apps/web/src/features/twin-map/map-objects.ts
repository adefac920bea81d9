import type { MapContent, MapTwin } from '@stellwerk/contract/twin-map';
import type { Formats } from '../../lib/formats.ts';
import type { MapArea, MapObject, MarkerText } from '../../ui/map/map-types.ts';

const clusterPrefix = 'cluster ';
export const clusterIdOf = ({ id }: MapObject): string => String(id).slice(clusterPrefix.length);

/** About what a storey is high, and a house; no twin says it more exactly. */
const heights: Partial<Record<MapTwin['type'], number>> = { building: 12, floor: 3, room: 3, zone: 1 };

type MarkerValue = MapTwin['values'][number];

function valueText({ value, unit, decimals }: MarkerValue, formats: Formats): string {
  if (value === null) return '—';
  if (typeof value === 'number') {
    const digits = decimals === null ? {} : { minimum: decimals, maximum: decimals };
    return [formats.number(value, digits), unit].filter(Boolean).join(' ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : [String(value), unit].filter(Boolean).join(' ');
}

const longestText = 24;
const shortened = (text: string) => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text);

export const textsOf = (twin: MapTwin, formats: Formats): MarkerText[] =>
  twin.values.map((value) => ({
    label: value.title,
    text: shortened(valueText(value, formats)),
    status: value.status,
  }));

export function objectsOf(content: MapContent | undefined, formats: Formats): MapObject[] {
  if (!content) return [];
  return [
    ...content.clusters.map(({ id, ...cluster }) => ({ ...cluster, id: `${clusterPrefix}${id}`, label: '' })),
    ...content.twins.map((twin) => ({
      id: twin.id,
      longitude: twin.longitude,
      latitude: twin.latitude,
      status: twin.status,
      label: twin.title,
      values: textsOf(twin, formats),
    })),
  ];
}

export const areasOf = (content: MapContent | undefined): MapArea[] =>
  (content?.areas ?? []).map(({ twinId, title, type, status, polygon, latitude, longitude }) => ({
    id: twinId,
    label: title,
    status,
    shape: polygon,
    latitude,
    longitude,
    heightMeters: heights[type],
  }));
