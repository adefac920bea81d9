import { setImmediate } from 'node:timers/promises';
import type { Sender } from '@stellwerk/simulator/sender';
import { type Packet, shardOf } from '../../../ingest/log/packet.ts';

/** A device of the demo world with what its packets need to be written down. */
export interface PastDevice {
  sender: Sender;
  twinId: number;
  accountId: number;
  connectorId: number;
  /** It has sent nothing since then. */
  untilMs: number;
}

export interface PastSpan {
  /** Counts from 0; packets are numbered by it. */
  index: number;
  fromMs: number;
  toMs: number;
}

/** Packets of one span never need more numbers than this. */
const numbersPerSpan = 250_000;
export const reservedNumbers = 10_000_000;

const dayMs = 86_400_000;

/** The days (UTC) before a time, and the part of its own day that has gone by. */
export function spansBefore(endMs: number, days: number): PastSpan[] {
  const today = endMs - (endMs % dayMs);
  const whole = Array.from({ length: days }, (_, index) => {
    const fromMs = today - (days - index) * dayMs;
    return { index, fromMs, toMs: fromMs + dayMs };
  });
  return endMs > today ? [...whole, { index: days, fromMs: today, toMs: endMs }] : whole;
}

/** After so many devices others get a turn: nobody who looks at the page shall feel this. */
const devicesAtOnce = 10;

/** What all devices have sent in a span, in the order of arrival, as the log keeps it. */
export async function packetsOf(devices: readonly PastDevice[], span: PastSpan): Promise<Packet[]> {
  const packets: Packet[] = [];
  for (const [index, { sender, untilMs, ...device }] of devices.entries()) {
    for (const { sentAtMs, message } of sender.packets(span.fromMs, Math.min(span.toMs, untilMs))) {
      packets.push({
        ...device,
        deviceId: device.twinId,
        identifier: message.id,
        receivedAt: Math.round(sentAtMs),
        content: JSON.stringify({ payload: message.payload, meta: message.meta, time: Math.round(message.time) }),
        shard: shardOf(device.connectorId, message.id),
        seq: 0,
      });
    }
    if (index % devicesAtOnce === 0) await setImmediate();
  }
  if (packets.length > numbersPerSpan) throw new Error(`a day of the demo world has ${packets.length} packets`);
  packets.sort((a, b) => a.receivedAt - b.receivedAt);
  for (const [index, packet] of packets.entries()) packet.seq = span.index * numbersPerSpan + index + 1;
  return packets;
}
