import { readsDevices } from '@stellwerk/contract/device';
import { listPackets } from '../../../ingest/log/list/list.store.ts';
import type { StoredPacket } from '../../../ingest/log/list/stored-packet.ts';
import type { Parsers } from '../../../ingest/ports.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { History, JsonValue } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { type Reading, readPast } from '../../devices/index.ts';
import type { FoundAlarm } from '../row.store.ts';
import { type ExplainedVersion, findConnector, findExplainedDevice, findVersions } from './device.store.ts';
import { evidenceOf } from './evidence.ts';
import type { Explanation, Step } from './explanation.ts';
import type { RuleRun } from './rule-part.ts';
import { findStates } from './state.store.ts';

const maxStates = 50;
const maxPoints = 1_000;

const atPlace = async (db: Db, shard: number, seq: number) =>
  (await listPackets(db, { place: { shard, seq }, limit: 1 }))[0];

/** The packet of the newest value in the metrics; shard 0 marks values that the platform itself has written. */
function placeOf(run: RuleRun | null) {
  const points = (run?.measured ?? []).flatMap(({ point }) => (point && point.shard > 0 ? [point] : []));
  return points.toSorted((a, b) => b.at - a.at)[0];
}

/** The packet that contained the value. Values that a user has set have no packet. */
async function findPacket({ db }: Ctx, alarm: FoundAlarm, run: RuleRun | null): Promise<StoredPacket | undefined> {
  const { shard, seq, lastSeenAt } = evidenceOf(alarm.evidence);
  const place = shard && seq != null ? { shard, seq } : placeOf(run);
  if (place) return atPlace(db, place.shard, place.seq);
  if (alarm.twinId === null || run?.run.trigger.kind === 'value') return undefined;
  const atMs = lastSeenAt ? Date.parse(lastSeenAt) : alarm.openedAt.getTime();
  return (await listPackets(db, { deviceIds: [alarm.twinId], beforeMs: atMs + 1, limit: 1 }))[0];
}

/** The version that parsed the packet, if it is known: the device may use another version now. */
function versionThen(versions: readonly ExplainedVersion[], boundId: number | null, { receivedAt }: StoredPacket) {
  const were = versions.filter(({ publishedAt }) => publishedAt !== null && publishedAt.getTime() <= receivedAt);
  return boundId === null ? were[0] : were.find(({ id }) => id === boundId);
}

function variablesOf({ variables }: Reading): Record<string, JsonValue> {
  // If a variable occurs several times, its first value is shown.
  return Object.fromEntries(variables.toReversed().map(({ name, value }) => [name, value]));
}

async function statesOf({ db }: Ctx, history: History, packet: StoredPacket, reading: Reading): Promise<Step[]> {
  const times = [packet.time ?? packet.receivedAt, ...reading.variables.map(({ measuredAt }) => measuredAt.getTime())];
  const span = { from: Math.min(...times), to: Math.max(...times) + 1, limit: maxPoints, order: 'descending' } as const;
  const shown = reading.states.slice(0, maxStates);
  const known = await findStates(
    db,
    shown.map(({ id }) => id),
  );
  const steps: Step[] = [];
  for (const { id } of shown) {
    const points = await history.range({ series: id, ...span });
    const point = points.find(({ shard, seq }) => shard === packet.shard && seq === packet.seq);
    const state = known.get(id);
    if (point && state) steps.push({ state: state.key, title: state.title, unit: state.unit, value: point.value });
  }
  return steps;
}

interface PacketDeps {
  history: History;
  parsers: Parsers;
}

export async function readPacket(
  ctx: Ctx,
  alarm: FoundAlarm,
  run: RuleRun | null,
  { history, parsers }: PacketDeps,
): Promise<Explanation['packet']> {
  const packet = await findPacket(ctx, alarm, run);
  if (!packet) return null;
  const { db, actor } = ctx;
  const connector = await findConnector(db, packet.connectorId);
  const device = packet.deviceId === null ? undefined : await findExplainedDevice(db, packet.deviceId);
  // Packets of devices require access to the device; packets without a device require access to the connector.
  const isSeen = device
    ? may(actor, readsDevices, device.scopePath)
    : packet.deviceId === null && connector !== undefined && may(actor, 'all.manage', connector.scopePath);
  if (!isSeen) return null;
  const wire = {
    id: `${packet.shard}-${packet.seq}`,
    receivedAt: new Date(packet.receivedAt).toISOString(),
    connector: connector ? { id: connector.id, name: connector.name } : null,
    payload: packet.payload,
  };
  if (!device) return { ...wire, driver: null, variables: null, states: [] };
  const [reading] = await readPast(db, parsers, [packet]);
  const noted = evidenceOf(alarm.evidence).driverVersionId ?? device.driverVersionId;
  const versions = device.driverId === null ? [] : await findVersions(db, device.driverId);
  const version = versionThen(versions, noted, packet);
  const isSame = version?.id === (reading?.device?.parserId ?? undefined);
  return {
    ...wire,
    driver: version ? { id: version.driverId, title: version.title, version: version.number } : null,
    variables: isSame && reading ? variablesOf(reading) : null,
    states: reading ? await statesOf(ctx, history, packet, reading) : [],
  };
}
