export type { MapBox } from './map-box.ts';
export { type MapParameters, parseMapParameters } from './map-parameters.ts';
export { createMapSource, type MapFilter, type MapSource } from './map-source.ts';
export { TwinMap, type TwinMapProps } from './TwinMap.tsx';
export { TwinsMap, type TwinsMapProps } from './TwinsMap.tsx';
export { collectTrack } from './twin-map.queries.ts';
export { useMapParameters } from './use-map-parameters.ts';
