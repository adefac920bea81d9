import type { CanaryReason } from '@stellwerk/contract/device-template';

interface Packets {
  packets: number;
  faults: number;
}

export interface Measured {
  before: Packets;
  after: Packets;
  devices: { isFailed: boolean; healthBefore: number; health: number }[];
}

/** Health as stored (unknown, ok, warning, error, invalid) in the order of its severity. */
const severities = [0, 0, 1, 3, 2];
const severityOf = (health: number) => severities[health] ?? 0;

/** A few failed packets more than usual are no reason: one of a hundred may be damaged on its way. */
const toleratedRise = 0.02;

const rateOf = ({ packets, faults }: Packets) => (packets + faults === 0 ? 0 : faults / Math.max(packets, faults));

/** Why a trial has to halt; undefined if nothing got worse. */
export function isWorse({ before, after, devices }: Measured): CanaryReason | undefined {
  if (devices.some(({ isFailed }) => isFailed)) return 'failures';
  if (after.faults > 0 && rateOf(after) > rateOf(before) + toleratedRise) return 'parseErrors';
  const isLessHealthy = devices.some(({ healthBefore, health }) => severityOf(health) > severityOf(healthBefore));
  return isLessHealthy ? 'health' : undefined;
}
