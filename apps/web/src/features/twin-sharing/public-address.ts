import { z } from 'zod';
import { type MapParameters, parseMapParameters } from '../twin-map/index.ts';

/** What a map link can say beside its twin; what is left empty is as usual. */
export const mapLinkOptions = z.object({
  mapstyle: z.int().min(1).max(4),
  markerstyle: z.int().min(1).max(2),
  indoor: z.boolean(),
  hidebar: z.boolean(),
  pitch: z.int().min(0).max(85).optional(),
  bearing: z.int().min(0).max(359).optional(),
  clusterdistance: z.int().min(10).max(500).optional(),
  zoom: z.number().min(0).max(22).optional(),
  zoomlock: z.boolean(),
});

/** A map whose address says nothing about it. */
export const plainMap: MapParameters = parseMapParameters({});

/** What an address has to say of the options: those that are not as usual; the others it must lose. */
export const inAddress = (options: Partial<MapParameters>): Record<string, number | boolean | undefined> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, value === Reflect.get(plainMap, name) ? undefined : value]),
  );

interface Shared {
  origin: string;
  key: string;
  twinId: number;
}

/** The page that other sites may frame. */
const pageOf = (origin: string) => new URL('/public.html', origin).href;

export const tilesAddress = ({ origin, key, twinId }: Shared): string =>
  `${pageOf(origin)}#/public/${key}/tiles/${twinId}`;

export function mapAddress({ origin, key, twinId }: Shared, options: Partial<MapParameters>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(inAddress(options))) {
    if (value !== undefined) search.set(name, String(value));
  }
  const address = `${pageOf(origin)}#/public/${key}/map/${twinId}`;
  return search.size > 0 ? `${address}?${search}` : address;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** HTML to paste into a page; a title is what screen readers call the frame. */
export const frameText = (address: string, title: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="600" style="border:0" loading="lazy" referrerpolicy="no-referrer" allow="fullscreen"></iframe>`;
