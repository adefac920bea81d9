import { setImmediate } from 'node:timers/promises';
import type { Sender } from '@stellwerk/simulator/sender';
import { type Packet, shardOf } from '../../../ingest/log/packet.ts';

/** A device of the demo world with the fields that its packets need. */
export interface PastDevice {
  sender: Sender;
  twinId: number;
  accountId: number;
  connectorId: number;
  /** The device is silent after this time. */
  untilMs: number;
}

export interface PastSpan {
  /** Index of the span, from 0; determines the sequence numbers of its packets. */
  index: number;
  fromMs: number;
  toMs: number;
}

/** Sequence numbers reserved per span; no span needs more. */
const numbersPerSpan = 250_000;
export const reservedNumbers = 10_000_000;

const dayMs = 86_400_000;

/** The UTC days before a time, and the elapsed part of its own day. */
export function spansBefore(endMs: number, days: number): PastSpan[] {
  const today = endMs - (endMs % dayMs);
  const whole = Array.from({ length: days }, (_, index) => {
    const fromMs = today - (days - index) * dayMs;
    return { index, fromMs, toMs: fromMs + dayMs };
  });
  return endMs > today ? [...whole, { index: days, fromMs: today, toMs: endMs }] : whole;
}

/** Yields to other work after this number of devices, so that requests stay fast. */
const devicesAtOnce = 10;

/** All packets of a span in the order of arrival, in the format of the log. */
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
