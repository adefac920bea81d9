import type { Packet } from '../../ingest/log/packet.ts';
import type { Batch, Fault, RefusedValue } from '../../ingest/ports.ts';
import type { AppliedValue } from '../states/index.ts';

/** A packet may hold thousands of values: so many are named. */
const mostKept = 20;
const mostNamed = 5;

const keyOf = ({ shard, seq }: Pick<Packet, 'shard' | 'seq'>) => `${shard}-${seq}`;

/** Values that a message itself brought; `_raw` is the message. */
const isOwnValue = ({ isComputed, shard, key }: AppliedValue) => !isComputed && shard > 0 && key !== '_raw';

function namesOf(refused: readonly RefusedValue[]): string {
  const names = [...new Set(refused.map(({ key }) => key))];
  return names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');
}

/**
 * What became of the packets of a batch, once their values are known: a packet with values that its states did not take
 * is told with them, and with the reason of the first where none was taken.
 */
export function withRefused({ packets, faults, adopted }: Batch, applied: readonly AppliedValue[]): readonly Fault[] {
  const isRefused = (value: AppliedValue) => value.problem !== null && isOwnValue(value);
  if (!applied.some(isRefused) && !faults.some(({ refused }) => refused)) return faults;
  const refusedOf = new Map<string, RefusedValue[]>();
  for (const value of applied.filter(isRefused)) {
    const { key, problem } = value;
    const known = refusedOf.get(keyOf(value)) ?? [];
    // Of several times that a packet brings, one that is refused for the same reason tells nothing new.
    const isNew = problem && !known.some((each) => each.key === key && each.code === problem.code);
    if (isNew && known.length < mostKept) known.push({ key, ...problem });
    refusedOf.set(keyOf(value), known);
  }
  const taken = new Set(applied.filter((value) => value.problem === null && isOwnValue(value)).map(keyOf));
  const deviceOf = new Map(adopted.map(({ packet, deviceId }) => [keyOf(packet), deviceId]));
  const told = new Map(faults.map((fault) => [keyOf(fault.packet), fault]));
  for (const packet of packets) {
    const key = keyOf(packet);
    const before = told.get(key);
    const refused = [...(before?.refused ?? []), ...(refusedOf.get(key) ?? [])].slice(0, mostKept);
    const [first] = refused;
    if (!first) continue;
    const isPartial = taken.has(key);
    const ownReason = isPartial
      ? { code: 'PACKET_VALUES_REFUSED', params: { names: namesOf(refused) } }
      : { code: first.code, params: first.params };
    const isOnlyRefused = !before || before.refused !== undefined;
    told.set(key, {
      packet,
      deviceId: before?.deviceId ?? deviceOf.get(key) ?? packet.deviceId,
      outcome: isPartial ? 'partial' : 'rejected',
      reason: isOnlyRefused ? ownReason : before.reason,
      refused,
    });
  }
  return [...told.values()];
}
