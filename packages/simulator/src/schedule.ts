import { chance, hash } from './hash.ts';
import type { Faults } from './sender.ts';

/** Times at which a sender measures packets, and the transmission faults of each packet. */
export interface Schedule {
  /** The first packet that can arrive at or after this time. */
  firstFor(atMs: number): number;
  measuredAtMs(tick: number): number;
  isLost(tick: number): boolean;
  /** Delay from the measurement to the arrival. */
  delayMs(tick: number): number;
  /** Delay from the first arrival to the duplicate; undefined if there is none. */
  echoMs(tick: number): number | undefined;
}

/** Packets per stretch: an outage is at most one stretch long, and each stretch has at most one. */
const stretch = 8;
/** Packets that may overtake a late one; the limit keeps the search for late packets short. */
const overtakers = 20;
const longestDelayMs = 4 * 3_600_000;

export interface ScheduleOptions {
  seed: number;
  intervalMs: number;
  faults: Faults;
}

export function createSchedule({ seed, intervalMs, faults }: ScheduleOptions): Schedule {
  // Senders that start together must not all send at the same time.
  const phaseMs = Math.floor(chance(seed, 1) * intervalMs);
  const jitterMs = Math.min(20_000, intervalMs / 10);
  const jitterSeed = hash(seed, 2);
  const lossSeed = hash(seed, 3);
  const outageSeed = hash(seed, 4);
  const lateSeed = hash(seed, 5);
  const echoSeed = hash(seed, 6);

  const maxDelayMs = faults.late > 0 ? Math.min(longestDelayMs, overtakers * intervalMs) : 0;
  const minDelayMs = Math.min(60_000, intervalMs);
  const maxEchoMs = faults.duplicate > 0 ? Math.min(5_000, intervalMs / 2) : 0;

  // Half of the lost packets are lost in runs of 2 to 8 per stretch, 5 on average.
  const outageShare = (faults.gap / 2) * (stretch / 5);
  const singleShare = faults.gap / 2 / (1 - faults.gap / 2);

  return {
    firstFor: (atMs) => Math.floor((atMs - maxDelayMs - maxEchoMs - jitterMs - phaseMs) / intervalMs),

    measuredAtMs: (tick) => Math.floor(tick * intervalMs + phaseMs + chance(jitterSeed, tick) * jitterMs),

    isLost(tick) {
      if (faults.gap <= 0) return false;
      const number = Math.floor(tick / stretch);
      if (chance(outageSeed, number) < outageShare) {
        const length = 2 + (hash(outageSeed + 1, number) % (stretch - 1));
        const place = tick - number * stretch - (hash(outageSeed + 2, number) % (stretch - length + 1));
        if (place >= 0 && place < length) return true;
      }
      return chance(lossSeed, tick) < singleShare;
    },

    delayMs(tick) {
      if (faults.late <= 0 || chance(lateSeed, tick) >= faults.late) return 0;
      // Squared: most late packets are minutes late, few are hours late.
      return Math.floor(minDelayMs + (maxDelayMs - minDelayMs) * chance(lateSeed + 1, tick) ** 2);
    },

    echoMs(tick) {
      if (faults.duplicate <= 0 || chance(echoSeed, tick) >= faults.duplicate) return undefined;
      return Math.floor(chance(echoSeed + 1, tick) * maxEchoMs);
    },
  };
}
