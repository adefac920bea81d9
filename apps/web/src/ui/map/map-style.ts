import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { fontFamily } from '../theme/tokens.ts';

/** The browser renders this font where a style has no fonts of its own. */
const ownFont = fontFamily.split(',')[0]?.replaceAll('"', '') ?? 'sans-serif';

const tilePixels = 256;

/** An address with `{z}` is for tiles, with the attribution after `#`; any other address is for a style. */
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

/** A font that the style can render: its own server provides no other. */
export function fontOf(map: MapLibreMap): string[] {
  const { glyphs, layers } = map.getStyle();
  if (!glyphs) return [ownFont];
  for (const layer of layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return [ownFont];
}

/** Styles contain the attribution as markup; the map shows only its text. */
const wordsIn = (markup: string) => new DOMParser().parseFromString(markup, 'text/html').body.textContent?.trim() ?? '';

export function attributionOf(map: MapLibreMap): string {
  const texts = Object.keys(map.getStyle().sources).flatMap((id) => {
    const attribution: unknown = Reflect.get(map.getSource(id) ?? {}, 'attribution');
    return typeof attribution === 'string' && attribution !== '' ? [wordsIn(attribution)] : [];
  });
  return [...new Set(texts)].join(' · ');
}
