import { isDeepStrictEqual } from 'node:util';
import type { RouteOutput } from '@stellwerk/contract/core/route';
import type { previewReparse } from '@stellwerk/contract/packet';
import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../../platform/db/db.ts';
import type { EpochMs, History, JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { findIntakes, problemOf, readIncoming } from '../../states/index.ts';
import { ownUpdates, type Reading } from '../directory/past.ts';

type Sample = RouteOutput<typeof previewReparse>['data']['samples'][number];

export interface Compared {
  reading: Reading;
  /** The stored values at the times of the packet, by the key of the state. */
  before: Record<string, JsonValue>;
  isChanged: boolean;
}

interface Tools {
  db: Db;
  history: History;
  sandbox: Sandbox;
}

type Past = Map<number, Map<EpochMs, JsonValue>>;

/** The time of the packet and the times that the driver reads from it. */
const timesOf = ({ packet, variables }: Reading): EpochMs[] => [
  ...new Set([packet.time ?? packet.receivedAt, ...variables.map(({ measuredAt }) => measuredAt.getTime())]),
];

const mostPoints = 20_000;

/** The history of the states of these devices in the time span of their packets. */
async function readPast(history: History, readings: readonly Reading[]): Promise<Past> {
  const past: Past = new Map();
  for (const own of Map.groupBy(readings, ({ twinId }) => twinId).values()) {
    const times = own.flatMap(timesOf);
    const span = { from: times.reduce((a, b) => Math.min(a, b)), to: times.reduce((a, b) => Math.max(a, b)) + 1 };
    for (const { id } of own[0]?.states ?? []) {
      const points = await history.range({ series: id, ...span, limit: mostPoints, order: 'ascending' });
      past.set(id, new Map(points.map(({ at, value }) => [at, value])));
    }
  }
  return past;
}

/** Compares the stored values with the new ones, after transformers and conversion to the types of the states. */
export async function compareReadings({ db, history, sandbox }: Tools, readings: readonly Reading[]) {
  const past = await readPast(history, readings);
  const updates = readings.flatMap(ownUpdates);
  const intakes = await findIntakes(db, [...new Set(updates.map(({ stateId }) => stateId))]);
  const incoming = await readIncoming(sandbox, new Map(intakes.map((intake) => [intake.id, intake])), updates);
  const changed = new Set<string>();
  for (const { stateId, value, measuredAt, problem, shard, seq } of incoming) {
    const stored = past.get(stateId)?.get(measuredAt.getTime());
    if (!problem && !isDeepStrictEqual(stored, value)) changed.add(`${shard} ${seq}`);
  }
  return readings.map((reading): Compared => {
    const before: Record<string, JsonValue> = {};
    for (const { id, key } of reading.states) {
      const at = timesOf(reading).find((time) => past.get(id)?.has(time));
      if (at !== undefined) before[key] = past.get(id)?.get(at) ?? null;
    }
    const { shard, seq } = reading.packet;
    return { reading, before, isChanged: changed.has(`${shard} ${seq}`) };
  });
}

export function toSample({ reading, before }: Compared, language: Language): Sample {
  const { packet, twinId, variables, fault } = reading;
  const ownTime = packet.time ?? packet.receivedAt;
  const byTime = Map.groupBy(variables, ({ measuredAt }) => measuredAt.getTime());
  return {
    deviceId: twinId,
    receivedAt: new Date(packet.receivedAt).toISOString(),
    before,
    after: {
      variables: [...byTime].map(([at, members]) => ({
        time: at === ownTime ? null : new Date(at).toISOString(),
        values: Object.fromEntries(members.map(({ name, value }) => [name, value])),
      })),
      error: fault ? { ...problemOf(fault.reason.code, fault.reason.params, language), line: null } : null,
    },
  };
}
