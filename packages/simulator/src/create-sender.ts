import type { JsonValue } from '@stellwerk/plugin/json';
import type { Profile } from '@stellwerk/plugin/profile';
import { hash, hashText } from './hash.ts';
import { createRadio } from './radio.ts';
import { createSchedule } from './schedule.ts';
import type { Faults, Sender, SenderSpec, SentPacket } from './sender.ts';
import { coursesOf } from './signals.ts';

const noFaults: Faults = { gap: 0, duplicate: 0, late: 0 };
export const defaultOriginMs = Date.UTC(2026, 0, 1);

/** Limit of the search for the next packet, for senders that lose nearly everything. */
const longestSearch = 5_000;

interface Arrival {
  sentAtMs: number;
  tick: number;
}

/** Everything that `packets` returns is a function of the description and the time alone. */
export function createSender(spec: SenderSpec, profile: Profile): Sender {
  const seed = hash(spec.seed, hashText(spec.identifier));
  const intervalMs = (spec.intervalSeconds ?? profile.intervalSeconds) * 1_000;
  if (!(intervalMs >= 1)) throw new Error(`${spec.identifier}: the interval must be longer than nothing`);
  const schedule = createSchedule({ seed, intervalMs, faults: spec.faults ?? noFaults });
  const radio = createRadio(seed);

  for (const name of Object.keys(spec.signals ?? {})) {
    if (!Object.hasOwn(profile.quantities, name)) throw new Error(`${profile.kind} has no quantity called ${name}`);
  }
  const quantities = { ...profile.quantities, ...spec.signals };
  const courses = [...coursesOf(quantities, { seed, originMs: spec.originMs ?? defaultOriginMs })];

  const watched = courses.find(([name]) => name === profile.onChange?.quantity)?.[1];
  const aliveEvery = Math.max(1, Math.round(((profile.onChange?.aliveSeconds ?? 0) * 1_000) / intervalMs));
  const aliveAt = hash(seed, 7) % aliveEvery;

  const isAlive = (tick: number) => ((tick % aliveEvery) + aliveEvery) % aliveEvery === aliveAt;

  // Ticks are mostly requested in order, so the previous value is cached.
  let seen: { tick: number; value: JsonValue } = { tick: Number.NaN, value: null };
  function isChange(tick: number): boolean {
    if (!watched) return false;
    const before = seen.tick === tick - 1 ? seen.value : watched(schedule.measuredAtMs(tick - 1));
    seen = { tick, value: watched(schedule.measuredAtMs(tick)) };
    return seen.value !== before;
  }
  const isSent = (tick: number) => !watched || isAlive(tick) || isChange(tick);

  function packetOf({ tick, sentAtMs }: Arrival): SentPacket {
    const atMs = schedule.measuredAtMs(tick);
    const values: Record<string, JsonValue> = {};
    for (const [name, course] of courses) values[name] = course(atMs);
    const counter = ((tick % 65_536) + 65_536) % 65_536;
    const { payload, meta = {} } = profile.encode(values, { counter, atMs, isChange: isChange(tick) });
    const { lora } = meta;
    // Only LoRaWAN packets get data of a gateway.
    const isLora = typeof lora === 'object' && lora !== null && !Array.isArray(lora);
    const told = isLora ? { ...meta, lora: { ...lora, ...radio(tick, counter) } } : meta;
    const message = { id: spec.identifier, time: atMs, payload, meta: told };
    return { sentAtMs, measuredAtMs: atMs, message, values };
  }

  /** Calls `take` for each arrival of a packet: none, one or two. */
  function eachArrival(tick: number, take: (sentAtMs: number) => void) {
    if (schedule.isLost(tick) || !isSent(tick)) return;
    const sentAtMs = schedule.measuredAtMs(tick) + schedule.delayMs(tick);
    take(sentAtMs);
    const echoMs = schedule.echoMs(tick);
    if (echoMs !== undefined) take(sentAtMs + echoMs);
  }

  return {
    identifier: spec.identifier,

    *packets(fromMs, toMs) {
      const arrivals: Arrival[] = [];
      for (let tick = schedule.firstFor(fromMs); schedule.measuredAtMs(tick) < toMs; tick++) {
        eachArrival(tick, (sentAtMs) => {
          if (sentAtMs >= fromMs && sentAtMs < toMs) arrivals.push({ sentAtMs, tick });
        });
      }
      arrivals.sort((a, b) => a.sentAtMs - b.sentAtMs || a.tick - b.tick);
      for (const arrival of arrivals) yield packetOf(arrival);
    },

    nextAt(afterMs) {
      const first = schedule.firstFor(afterMs);
      let next = Number.POSITIVE_INFINITY;
      let tick = first;
      // A later one can't arrive before it was measured.
      for (; schedule.measuredAtMs(tick) < next && tick - first < longestSearch; tick++) {
        eachArrival(tick, (sentAtMs) => {
          if (sentAtMs > afterMs) next = Math.min(next, sentAtMs);
        });
      }
      return Number.isFinite(next) ? next : schedule.measuredAtMs(tick);
    },
  };
}
