import { type MapStyle, mapStyles } from '@stellwerk/contract/twin-map';
import { z } from 'zod';

interface MapSettings {
  /** Null for the bundled map. */
  styles: Record<MapStyle, string | null>;
  /** Origins from which the browser may load, beside the server itself. */
  origins: string[];
}

/** URL templates of tiles contain braces, which URLs can't, so they are replaced by a number. */
const parsed = (text: string) => new URL(text.replace(/\{[\w-]+\}/g, '0'));
// A variable host ({s}) can't be part of a content security policy.
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

/** JSON of MAP_STYLES: a URL per style, and further hosts of their tiles, fonts and icons. */
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
