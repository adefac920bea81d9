import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { fontFamily } from '../theme/tokens.ts';

/** The browser draws it where a style brings no fonts of its own. */
const ownFont = fontFamily.split(',')[0]?.replaceAll('"', '') ?? 'sans-serif';

const tilePixels = 256;

/** An address with `{z}` is one of tiles, with their source behind `#`; any other is one of a style. */
export function styleOf(address: string): StyleSpecification | string {
  if (!address.includes('{z}')) return address;
  const [tiles = address, source] = address.split('#');
  return {
    version: 8,
    sources: {
      tiles: {
        type: 'raster',
        tiles: [tiles],
        tileSize: tilePixels,
        ...(source ? { attribution: decodeURI(source) } : {}),
      },
    },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  };
}

/** A font that the style can draw: its own server knows no other. */
export function fontOf(map: MapLibreMap): string[] {
  const { glyphs, layers } = map.getStyle();
  if (!glyphs) return [ownFont];
  for (const layer of layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return [ownFont];
}

/** Styles name their sources as markup; we show the words alone. */
const wordsIn = (markup: string) => new DOMParser().parseFromString(markup, 'text/html').body.textContent?.trim() ?? '';

export function attributionOf(map: MapLibreMap): string {
  const texts = Object.keys(map.getStyle().sources).flatMap((id) => {
    const attribution: unknown = Reflect.get(map.getSource(id) ?? {}, 'attribution');
    return typeof attribution === 'string' && attribution !== '' ? [wordsIn(attribution)] : [];
  });
  return [...new Set(texts)].join(' · ');
}
