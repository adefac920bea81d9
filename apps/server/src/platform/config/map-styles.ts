import { type MapStyle, mapStyles } from '@stellwerk/contract/twin-map';
import { z } from 'zod';

export interface MapSettings {
  /** Null: the map that comes with the program. */
  styles: Record<MapStyle, string | null>;
  /** What the browser may fetch from beside our own server. */
  origins: string[];
}

/** Templates of tiles hold braces, which addresses don't: they stand for a number here. */
const parsed = (text: string) => new URL(text.replace(/\{[\w-]+\}/g, '0'));
// A host that varies ({s}) can't be named in a content security policy.
const address = z.string().refine((text) => URL.canParse(text.replace(/\{[\w-]+\}/g, '0')) && isWeb(text), {
  error: 'expected an address of http or https whose host holds no {…}',
});
const isWeb = (text: string) =>
  /^https?:$/.test(parsed(text).protocol) && !/^https?:\/\/[^/]*\{/.test(text) && parsed(text).username === '';

const schema = z.strictObject({
  ...(Object.fromEntries(mapStyles.map((style) => [style, address.optional()])) as Record<
    MapStyle,
    z.ZodOptional<typeof address>
  >),
  hosts: z.array(address).default([]),
});

/** JSON of MAP_STYLES: an address per style, and further hosts that those styles take their tiles, fonts and signs from. */
export const mapSettings = z
  .string()
  .default('{}')
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'expected JSON' });
      return z.NEVER;
    }
  })
  .pipe(schema)
  .transform(({ hosts, ...chosen }): MapSettings => {
    const addresses = [...Object.values(chosen), ...hosts].filter((text) => text !== undefined);
    return {
      styles: {
        default: chosen.default ?? null,
        satellite: chosen.satellite ?? null,
        streets: chosen.streets ?? null,
        combo: chosen.combo ?? null,
      },
      origins: [...new Set(addresses.map((text) => parsed(text).origin))],
    };
  });
