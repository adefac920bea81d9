import type { Packet } from './packet.ts';

/** A packet of a past day, ready to be packed. */
export interface ClosedPacket extends Packet {
  /** True if the packet has an entry in `packet_faults`. */
  isFault: boolean;
}

/** Packets of one sender and device on one day, in the order of arrival; each part becomes one row. */
export interface PacketPart extends Pick<Packet, 'accountId' | 'connectorId' | 'deviceId' | 'identifier' | 'shard'> {
  firstSeq: number;
  lastSeq: number;
  sizeBytes: number;
  packets: ClosedPacket[];
}

/** Limits the size of a part, because reading one packet decompresses the whole part. */
const maxPackets = 1_000;
const maxBytes = 1_000_000;
/** Sequence numbers are stored as 32-bit offsets from the first one. */
const maxDistance = 2 ** 31 - 1;

const isOf = (part: PacketPart, packet: Packet) =>
  part.connectorId === packet.connectorId &&
  part.accountId === packet.accountId &&
  part.identifier === packet.identifier &&
  part.deviceId === packet.deviceId &&
  part.shard === packet.shard;

const hasRoom = ({ packets, sizeBytes, firstSeq, lastSeq }: PacketPart, { seq }: Packet) =>
  packets.length < maxPackets &&
  sizeBytes < maxBytes &&
  Math.max(lastSeq, seq) - Math.min(firstSeq, seq) <= maxDistance;

function add(part: PacketPart, packet: ClosedPacket): void {
  part.packets.push(packet);
  part.firstSeq = Math.min(part.firstSeq, packet.seq);
  part.lastSeq = Math.max(part.lastSeq, packet.seq);
  part.sizeBytes += Buffer.byteLength(packet.content);
}

function begin({ accountId, connectorId, deviceId, identifier, shard, seq }: Packet): PacketPart {
  const of = { accountId, connectorId, deviceId, identifier, shard };
  return { ...of, firstSeq: seq, lastSeq: seq, sizeBytes: 0, packets: [] };
}

/** Cuts packets, sorted by sender, device and time, into parts. */
export async function* partsOf(pages: AsyncIterable<readonly ClosedPacket[]>): AsyncGenerator<PacketPart> {
  let part: PacketPart | undefined;
  for await (const page of pages) {
    for (const packet of page) {
      if (part && !(isOf(part, packet) && hasRoom(part, packet))) {
        yield part;
        part = undefined;
      }
      part ??= begin(packet);
      add(part, packet);
    }
  }
  if (part) yield part;
}
