import type { Clock } from '../platform/clock/clock.ts';
import type { JsonValue } from '../platform/history/history.ts';
import { createArrivalTimes } from './arrival-times.ts';
import type { NewPacket } from './log/packet.ts';
import type { PacketLog } from './log/packet-log.ts';
import { messageLimits, understand } from './message.ts';
import type { Directory, Reason } from './ports.ts';

export interface Sender {
  connectorId: number;
  accountId: number;
}

export interface Refusal {
  /** Index of the message, from 0. */
  index: number;
  identifier: string;
  reason: Reason;
  /** The original message, truncated. */
  content: string;
}

export type Acceptance =
  /** `accepted` messages are durable. */
  { isFull: false; accepted: number; refused: Refusal[] } | { isFull: true };

export type Accept = (sender: Sender, messages: readonly JsonValue[]) => Promise<Acceptance>;

const shownLength = 2_000;

/** A message that can't be serialised is described by its type. */
function shown(given: JsonValue): string {
  try {
    return JSON.stringify(given).slice(0, shownLength);
  } catch {
    return typeof given;
  }
}

/** Entry point of ingestion: decodes messages, and resolves once the accepted ones are durable. */
export function createAccept(options: { packets: PacketLog; directory: Directory; clock: Clock }): Accept {
  const { packets, directory, clock } = options;
  const arrivalTime = createArrivalTimes();

  function toPacket({ connectorId, accountId }: Sender, given: JsonValue): NewPacket | Omit<Refusal, 'index'> {
    const understood = understand(given);
    if (!understood.ok) return { identifier: understood.identifier, reason: understood.reason, content: shown(given) };
    const { identifier, content } = understood.message;
    const text = JSON.stringify(content);
    if (text.length > messageLimits.bytes) {
      const reason = { code: 'PACKET_TOO_LARGE', params: { limitBytes: messageLimits.bytes } };
      return { identifier, reason, content: text.slice(0, shownLength) };
    }
    const deviceId = directory.find(connectorId, identifier)?.twinId ?? null;
    const nowMs = clock.now().getTime();
    // Values without a time use the time of arrival. It must be unique: a value at an equal time replaces the other.
    const receivedAt = content.time === null ? arrivalTime(`${connectorId} ${identifier}`, nowMs) : nowMs;
    return { accountId, connectorId, deviceId, identifier, receivedAt, content: text };
  }

  return async (sender, messages) => {
    const { accountId } = sender;
    // Checked before any message is decoded: refusing must cost less than accepting.
    const hasRoom =
      packets.hasRoom(accountId, messages.length) || (await packets.awaitRoom(accountId, messages.length));
    if (!hasRoom) return { isFull: true };
    const taken: NewPacket[] = [];
    const refused: Refusal[] = [];
    for (const [index, given] of messages.entries()) {
      const packet = toPacket(sender, given);
      if ('reason' in packet) refused.push({ index, ...packet });
      else taken.push(packet);
    }
    if (taken.length > 0 && (await packets.append(taken)) === 'full') return { isFull: true };
    return { isFull: false, accepted: taken.length, refused };
  };
}
