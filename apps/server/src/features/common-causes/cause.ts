/** What devices can have in common. */
export const causeKinds = ['connector', 'gateway', 'place', 'driver'] as const;
export type CauseKind = (typeof causeKinds)[number];

/** A thing that silent devices share. */
export interface Shared {
  kind: CauseKind;
  /** Identifies it among those of its kind. */
  key: string;
  name: string;
  /** The id of the object, for the alarm; 0 for a gateway. */
  id: number;
}

export interface SilentDevice {
  alarmId: number;
  twinId: number;
  shared: readonly Shared[];
}

/** How many devices have it in common, and how many of them are silent. */
export interface Peers {
  devices: number;
  silent: number;
}

export interface Cause {
  shared: Shared;
  /** The devices among those that fell silent now. */
  affected: readonly SilentDevice[];
  peers: Peers;
}

/** Fewer silent devices are a coincidence. */
export const leastDevices = 5;
/** Share of the devices with it that must be silent: otherwise it works for most. */
const leastSilent = 0.6;

/**
 * The thing that explains the silence of most devices. Among equals the more general kind wins: a connector that is down
 * silences all its gateways and places. Undefined if nothing explains at least five.
 */
function findCause(
  silent: readonly SilentDevice[],
  peersOf: (shared: Shared) => Peers | undefined,
  isKnown: (shared: Shared) => boolean,
): Cause | undefined {
  const groups = Map.groupBy(
    silent.flatMap((device) => device.shared.map((shared) => ({ device, shared }))),
    ({ shared }) => `${shared.kind} ${shared.key}`,
  );
  const causes = [...groups.values()].flatMap((members): Cause[] => {
    const [first] = members;
    if (!first || (members.length < leastDevices && !isKnown(first.shared))) return [];
    const affected = members.map(({ device }) => device);
    // The devices of a gateway are only known by their packets.
    const peers = peersOf(first.shared) ?? { devices: members.length, silent: members.length };
    return peers.silent / Math.max(peers.devices, 1) >= leastSilent ? [{ shared: first.shared, affected, peers }] : [];
  });
  const rank = ({ shared: { kind } }: Cause) => causeKinds.indexOf(kind);
  return causes.toSorted((a, b) => b.affected.length - a.affected.length || rank(a) - rank(b))[0];
}

/**
 * The causes of all devices, the one that explains most first; each device has one at most. A cause that is known
 * already also explains fewer.
 */
export function findCauses(
  silent: readonly SilentDevice[],
  peersOf: (shared: Shared) => Peers | undefined,
  isKnown: (shared: Shared) => boolean = () => false,
): Cause[] {
  const causes: Cause[] = [];
  let left = silent;
  for (let cause = findCause(left, peersOf, isKnown); cause; cause = findCause(left, peersOf, isKnown)) {
    causes.push(cause);
    const explained = new Set(cause.affected.map(({ alarmId }) => alarmId));
    left = left.filter(({ alarmId }) => !explained.has(alarmId));
  }
  return causes;
}
