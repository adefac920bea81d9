import type { Packet } from '../log/packet.ts';
import type { Batch, Fault, RefusedValue } from '../ports.ts';
import type { AppliedValue } from './ports.ts';

/** Limits the listed values, because a packet may hold thousands. */
const mostKept = 20;
const mostNamed = 5;

const keyOf = ({ shard, seq }: Pick<Packet, 'shard' | 'seq'>) => `${shard}-${seq}`;

/** Values that the message itself contained; `_raw` is the message. */
const isOwnValue = ({ isComputed, shard, key }: AppliedValue) => !isComputed && shard > 0 && key !== '_raw';

function namesOf(refused: readonly RefusedValue[]): string {
  const names = [...new Set(refused.map(({ key }) => key))];
  return names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');
}

/**
 * The faults of a batch once its values are applied: a packet with refused values gets a fault that lists them, with
 * the reason of the first value if none was accepted.
 */
export function withRefused({ packets, faults, adopted }: Batch, applied: readonly AppliedValue[]): readonly Fault[] {
  const isRefused = (value: AppliedValue) => value.problem !== null && isOwnValue(value);
  if (!applied.some(isRefused) && !faults.some(({ refused }) => refused)) return faults;
  const refusedOf = new Map<string, RefusedValue[]>();
  for (const value of applied.filter(isRefused)) {
    const { key, problem } = value;
    const known = refusedOf.get(keyOf(value)) ?? [];
    // A packet may hold values of one state for several times; a repeated refusal for the same reason adds nothing.
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
