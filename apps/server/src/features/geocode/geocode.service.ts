import { type FoundPlace, foundPlace } from '@stellwerk/contract/geo';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';

interface GeocodeOptions {
  /** URL of a service with Nominatim's API; see GEOCODE_URL. */
  geocodeUrl?: string | undefined;
  egress: Pick<Egress, 'request'>;
  clock: Clock;
}

const maxPlaces = 5;
const maxAddress = 200;
const timeoutMs = 5_000;
const keptMs = 3_600_000;
const maxKept = 500;
/** A form sends at most one query per second; programs should run their own service. */
const questionsPerMinute = 30;
const minuteMs = 60_000;
const maxUsers = 10_000;

/** The part of Nominatim's jsonv2 that is read; numbers arrive as text. */
const answer = z.array(
  z
    .object({ display_name: z.string().max(1_000), lat: z.coerce.number(), lon: z.coerce.number() })
    .transform(({ display_name: label, lat: latitude, lon: longitude }) => ({ label, latitude, longitude }))
    .pipe(foundPlace)
    .nullable()
    .catch(null),
);

/** Keeps only the newest entries; a Map keeps the order of insertion. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, max: number) {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}

/** The URL of the service may contain a path and an API key. */
function questionUrl(base: string, address: string, language: string): string {
  const url = new URL(base);
  if (!/\/search\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
  url.searchParams.set('format', 'jsonv2');
  url.searchParams.set('limit', String(maxPlaces));
  url.searchParams.set('accept-language', language);
  url.searchParams.set('q', address);
  return url.href;
}

export function createGeocodeService({ geocodeUrl, egress, clock }: GeocodeOptions) {
  const known = new Map<string, { places: FoundPlace[]; untilMs: number }>();
  const asked = new Map<number, { minute: number; count: number }>();

  function countQuestion(userId: number) {
    const nowMs = clock.now().getTime();
    const minute = Math.floor(nowMs / minuteMs);
    const before = asked.get(userId);
    const count = before?.minute === minute ? before.count + 1 : 1;
    if (count > questionsPerMinute) {
      fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil(((minute + 1) * minuteMs - nowMs) / 1_000) });
    }
    keep(asked, userId, { minute, count }, maxUsers);
  }

  async function ask(base: string, address: string, language: string): Promise<FoundPlace[]> {
    try {
      const headers = { accept: 'application/json', 'user-agent': 'Stellwerk' };
      const { status, body } = await egress.request({ url: questionUrl(base, address, language), headers, timeoutMs });
      if (status !== 200) fail('GEOCODE_UNREACHABLE', {}, { internal: `answered ${status}` });
      const places = answer.parse(JSON.parse(body.toString('utf8')));
      return places.filter((place) => place !== null).slice(0, maxPlaces);
    } catch (error) {
      // Hides the cause, because callers can only retry or set the position by hand.
      if (error instanceof AppError && error.code === 'GEOCODE_UNREACHABLE') throw error;
      return fail('GEOCODE_UNREACHABLE', {}, { cause: error });
    }
  }

  async function find(ctx: Ctx, address: string | undefined): Promise<{ isAvailable: boolean; places: FoundPlace[] }> {
    if (!geocodeUrl) return { isAvailable: false, places: [] };
    if (address === undefined) return { isAvailable: true, places: [] };
    const key = `${ctx.language} ${address.toLowerCase().replace(/\s+/g, ' ')}`;
    const nowMs = clock.now().getTime();
    const remembered = known.get(key);
    if (remembered && remembered.untilMs > nowMs) return { isAvailable: true, places: remembered.places };
    countQuestion(ctx.actor.userId);
    const places = await ask(geocodeUrl, address, ctx.language);
    keep(known, key, { places, untilMs: nowMs + keptMs }, maxKept);
    return { isAvailable: true, places };
  }

  return {
    find,

    async best(ctx: Ctx, address: string): Promise<{ latitude: number; longitude: number } | undefined> {
      const [place] = (await find(ctx, address.slice(0, maxAddress))).places;
      return place && { latitude: place.latitude, longitude: place.longitude };
    },
  };
}
export type GeocodeService = ReturnType<typeof createGeocodeService>;
