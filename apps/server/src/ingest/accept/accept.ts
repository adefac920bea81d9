import type { Clock } from '../../platform/clock/clock.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { NewPacket } from '../log/packet.ts';
import type { PacketLog } from '../log/packet-log.ts';
import type { LiveDirectory, Reason } from '../ports.ts';
import { createArrivalTimes } from './arrival-times.ts';
import { messageLimits, understand } from './message.ts';

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

/** A message with an identifier that no device and no state has. */
interface Dropped {
  identifier: string;
  receivedAt: number;
  content: string;
}

type Acceptance =
  /** `accepted` messages are durable. */
  { isFull: false; accepted: number; refused: Refusal[]; dropped: Dropped[] } | { isFull: true };

export type Accept = (sender: Sender, messages: readonly JsonValue[]) => Promise<Acceptance>;

/** A packet, and whether it addresses twins by their reference ids. */
interface Addressed {
  packet: NewPacket;
  isRouted: boolean;
}

const shownLength = 16_384;

/** A message that can't be serialised is described by its type. */
function shown(given: JsonValue): string {
  try {
    return JSON.stringify(given).slice(0, shownLength);
  } catch {
    return typeof given;
  }
}

/** Entry point of ingestion: decodes messages, and resolves once the accepted ones are durable. */
export function createAccept(options: {
  packets: PacketLog;
  directory: Pick<LiveDirectory, 'find' | 'findUnknown'>;
  clock: Clock;
  /** Whether messages of an account are accepted although nothing has their identifier. */
  takesUnknown?(accountId: number): boolean;
}): Accept {
  const { packets, directory, clock, takesUnknown = () => false } = options;
  const arrivalTime = createArrivalTimes();

  function toPacket({ connectorId, accountId }: Sender, given: JsonValue): Addressed | Omit<Refusal, 'index'> {
    const understood = understand(given);
    if (!understood.ok) return { identifier: understood.identifier, reason: understood.reason, content: shown(given) };
    const { identifier, content } = understood.message;
    const text = JSON.stringify(content);
    if (text.length > messageLimits.bytes) {
      const reason = { code: 'PACKET_TOO_LARGE', params: { limitBytes: messageLimits.bytes } };
      // A slice would keep the whole text in memory; a copy does not.
      return { identifier, reason, content: Buffer.from(text.slice(0, shownLength)).toString() };
    }
    const deviceId = directory.find(connectorId, identifier)?.twinId ?? null;
    const nowMs = clock.now().getTime();
    // Values without a time use the time of arrival. It must be unique: a value at an equal time replaces the other.
    const receivedAt = content.time === null ? arrivalTime(`${connectorId} ${identifier}`, nowMs) : nowMs;
    const packet = { accountId, connectorId, deviceId, identifier, receivedAt, content: text };
    return { packet, isRouted: content.routing !== undefined };
  }

  /** Separates messages that nothing waits for. Routed messages name twins, whose states are looked up when applied. */
  async function sorted({ connectorId, accountId }: Sender, taken: readonly Addressed[]) {
    const unknown = taken.flatMap(({ packet, isRouted }) =>
      packet.deviceId === null && !isRouted ? [packet.identifier] : [],
    );
    const isDropping = unknown.length > 0 && !takesUnknown(accountId);
    const nobodys = isDropping ? await directory.findUnknown(connectorId, unknown) : new Set<string>();
    const isDropped = ({ packet, isRouted }: Addressed) => !isRouted && nobodys.has(packet.identifier);
    return {
      known: taken.filter((each) => !isDropped(each)).map(({ packet }) => packet),
      dropped: taken.filter(isDropped).map(
        ({ packet: { identifier, receivedAt, content } }): Dropped => ({
          identifier,
          receivedAt,
          content,
        }),
      ),
    };
  }

  return async (sender, messages) => {
    const { accountId } = sender;
    // Checked before any message is decoded: refusing must cost less than accepting.
    const hasRoom =
      packets.hasRoom(accountId, messages.length) || (await packets.awaitRoom(accountId, messages.length));
    if (!hasRoom) return { isFull: true };
    const taken: Addressed[] = [];
    const refused: Refusal[] = [];
    for (const [index, given] of messages.entries()) {
      const packet = toPacket(sender, given);
      if ('reason' in packet) refused.push({ index, ...packet });
      else taken.push(packet);
    }
    const { known, dropped } = await sorted(sender, taken);
    if (known.length > 0 && (await packets.append(known)) === 'full') return { isFull: true };
    return { isFull: false, accepted: known.length, refused, dropped };
  };
}
