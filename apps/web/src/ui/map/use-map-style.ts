import type { MapGeoJSONFeature, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useCanvasColours } from '../canvas/use-canvas-colours.ts';
import { baseStyle } from './base-style.ts';
import { areaLayer, drawLayers, type MapLayers } from './map-layers.ts';
import { attributionOf, styleOf } from './map-style.ts';
import type { MapArea } from './map-types.ts';

type MaybeMap = MapLibreMap | null | undefined;

/** The style depends on mode and language; layers are added again after each change. */
export function useMapStyle(
  map: MaybeMap,
  styleUrl: string | undefined,
  layers: Omit<MapLayers, 'statusWord'>,
): { attribution: string } {
  const { t } = useTranslation('ui');
  const colours = useCanvasColours();
  const { locale } = useFormats();
  const isReady = useRef(false);
  const [attribution, setAttribution] = useState('');
  const [styleCount, setStyleCount] = useState(0);
  const { areas, overlay, track, isSolid } = layers;

  useEffect(() => {
    if (!map) return;
    let current = true;
    isReady.current = false;
    const begin = () => {
      isReady.current = true;
      setStyleCount((count) => count + 1);
    };
    const tellSources = () => setAttribution(styleUrl ? attributionOf(map) : '');
    map.on('style.load', begin);
    map.on('idle', tellSources);
    if (styleUrl) map.setStyle(styleOf(styleUrl), { diff: false });
    else {
      baseStyle(colours, locale).then(
        (style) => current && map.setStyle(style, { diff: false }),
        // Without the country outlines the map still shows the objects.
        () => undefined,
      );
    }
    return () => {
      current = false;
      map.off('style.load', begin);
      map.off('idle', tellSources);
    };
  }, [map, styleUrl, colours, locale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new style begins without our layers.
  useEffect(() => {
    if (!map || !isReady.current) return;
    const statusWord: MapLayers['statusWord'] = (status) => t(`status.${status}`);
    drawLayers(map, { areas, overlay, track, isSolid, statusWord }, colours);
  }, [map, styleCount, areas, overlay, track, isSolid, colours, t]);

  return { attribution };
}

const idOf = (feature: MapGeoJSONFeature | undefined): unknown => feature?.properties.id;

/** A press on an area; markers are above the areas and handle their own presses. */
export function useAreaPress(map: MaybeMap, areas: readonly MapArea[], onPress: ((area: MapArea) => void) | undefined) {
  const isActive = onPress !== undefined;
  const press = useEffectEvent((feature: MapGeoJSONFeature | undefined) => {
    const area = areas.find(({ id }) => id === idOf(feature));
    if (area) onPress?.(area);
  });
  useEffect(() => {
    if (!map || !isActive) return;
    const point = (cursor: string) => () => {
      map.getCanvas().style.cursor = cursor;
    };
    const handlers = [
      map.on('click', areaLayer, ({ features }) => press(features?.[0])),
      map.on('mouseenter', areaLayer, point('pointer')),
      map.on('mouseleave', areaLayer, point('')),
    ];
    return () => {
      for (const handler of handlers) handler.unsubscribe();
    };
  }, [map, isActive]);
}
