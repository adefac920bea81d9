import type { Packet } from '../log/packet.ts';
import type { Batch, LiveDirectory, Parsers, Sighting } from '../ports.ts';
import { type Content, type Interpretation, interpret } from './interpret.ts';

function see(sightings: Map<number, Sighting>, { twinId, receivedAt, packets }: Sighting): void {
  const before = sightings.get(twinId);
  const last = before && before.receivedAt > receivedAt ? before.receivedAt : receivedAt;
  sightings.set(twinId, { twinId, receivedAt: last, packets: packets + (before?.packets ?? 0) });
}

const adoptionOf = ({ packet, device }: Interpretation<Packet>): Batch['adopted'] =>
  device && packet.deviceId !== device.twinId ? [{ packet, deviceId: device.twinId }] : [];

/** Interprets packets by the current configuration. `taken` includes packets that are left to a lane. */
export async function interpretBatch(
  { directory, parsers }: { directory: LiveDirectory; parsers: Parsers },
  packets: readonly Packet[],
  taken = packets,
): Promise<Batch> {
  const mark = directory.mark();
  const received = packets.map((packet) => ({ packet, content: JSON.parse(packet.content) as Content }));
  const interpreted = await interpret(received, directory, parsers);
  const sightings = new Map<number, Sighting>();
  for (const { packet, device } of interpreted) {
    if (device) see(sightings, { twinId: device.twinId, receivedAt: new Date(packet.receivedAt), packets: 1 });
  }
  return {
    ...{ mark, packets, taken, sightings: [...sightings.values()] },
    updates: interpreted.flatMap(({ updates }) => updates),
    routed: interpreted.flatMap(({ routed }) => routed),
    faults: interpreted.flatMap(({ fault }) => fault ?? []),
    adopted: interpreted.flatMap(adoptionOf),
  };
}

/** Merges consecutive batches. If their directories differ, the mark of the first counts. */
export function joined(batches: readonly Batch[]): Batch {
  const [first, ...others] = batches;
  if (first && others.length === 0) return first;
  const sightings = new Map<number, Sighting>();
  for (const sighting of batches.flatMap((batch) => batch.sightings)) see(sightings, sighting);
  return {
    mark: first?.mark ?? '',
    packets: batches.flatMap(({ packets }) => packets),
    taken: batches.flatMap(({ taken }) => taken),
    updates: batches.flatMap(({ updates }) => updates),
    routed: batches.flatMap(({ routed }) => routed),
    sightings: [...sightings.values()],
    faults: batches.flatMap(({ faults }) => faults),
    adopted: batches.flatMap(({ adopted }) => adopted),
  };
}
