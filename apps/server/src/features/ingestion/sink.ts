import type { Packet } from '../../ingest/log/packet.ts';
import type { Applied, Batch, Fault, RoutedValue, Sighting, Sink, Work } from '../../ingest/ports.ts';
import { StaleError } from '../../ingest/stale.ts';
import type { Db, LazyDb } from '../../platform/db/db.ts';
import type { Live } from '../../platform/live/live.ts';
import { noteSightings, startOperation } from '../devices/index.ts';
import { adoptPackets, countTraffic, insertFaults } from '../packets/index.ts';
import {
  type AppliedValue,
  type AppliedWork,
  type OnSealed,
  OutdatedError,
  publishApplied,
  routeValues,
  type StateCache,
  type Values,
  type ValueUpdate,
} from '../states/index.ts';
import type { DeviceDirectory, KnownDevice } from './directory.ts';
import type { HealthStep } from './health-step.ts';
import { withRefused } from './refused.ts';
import { trafficOf } from './traffic.ts';

/**
 * Both run in the transaction that applies the packets: their writes happen exactly once, and never without the values.
 */
export interface FlowTriggers {
  /** Called with packets as decoded by their connector, before their device is known. */
  before(db: Db, packets: readonly Packet[]): Promise<void>;
  /** Called with the applied values, including all computed ones. */
  after(db: Db, applied: readonly AppliedValue[]): Promise<void>;
}

export interface SinkDeps {
  /** For reads outside of the transaction. */
  db: Db;
  values: Values;
  cache: StateCache;
  directory: DeviceDirectory;
  health: HealthStep;
  live: Pick<Live, 'publish' | 'isHeard'>;
  /** Evaluates rules over the values, in the same transaction. */
  rules?(db: Db, work: AppliedWork): Promise<{ settle(): void }>;
  flows?: FlowTriggers;
  /** Called after the commit, for live views of devices. */
  onApplied?(batch: Batch, applied: readonly AppliedValue[]): void;
}

interface AppliedValues {
  applied: readonly AppliedValue[];
  work: AppliedWork | null;
}

/** The values of one unit of work, applied with or without locks. */
interface ValueWork {
  add(updates: readonly ValueUpdate[]): void;
  /** Returns the applied values, and the part of them that rules have not seen yet. */
  apply(turn: LazyDb, further: readonly ValueUpdate[], onSealed: OnSealed): Promise<AppliedValues>;
  /** To be called after the commit. */
  settle(): void;
  discard(): Promise<void>;
}

const nothingRouted = { updates: [], faults: [] };

/** True for a device in transit, or ready for operation. */
const isWaiting = (device: KnownDevice | undefined) =>
  device?.operationalStatus === 1 || device?.operationalStatus === 2;

/** Applies the results of interpretation: values, health, faults and traffic counts. */
export function createSink({
  db: outside,
  values,
  cache,
  directory,
  health,
  live,
  rules,
  flows,
  onApplied,
}: SinkDeps): Sink {
  /** After a conflict with another writer, the next work locks its states, so that it can't conflict again. */
  let isContested = false;

  async function route(db: Db, routed: readonly RoutedValue[]): Promise<{ updates: ValueUpdate[]; faults: Fault[] }> {
    const updates: ValueUpdate[] = [];
    const faults: Fault[] = [];
    const pathOf = ({ packet, senderPath }: RoutedValue) => senderPath ?? directory.pathOf(packet.connectorId);
    for (const [path, members] of Map.groupBy(routed, pathOf)) {
      const messages = members.map(({ packet, routing, key, value, measuredAt }) => {
        const { shard, seq, receivedAt } = packet;
        return { routing, variable: key, value, measuredAt, receivedAt: new Date(receivedAt), shard, seq };
      });
      const found = await routeValues(db, { accountPaths: path === undefined ? [] : [path], messages });
      updates.push(...found.updates);
      for (const index of found.unmatched) {
        const member = members[index];
        if (!member?.isExpected) continue;
        const reason = { code: 'PACKET_NO_TWIN', params: {} };
        faults.push({ packet: member.packet, deviceId: null, outcome: 'dropped', reason });
      }
    }
    return { updates, faults };
  }

  /** Applies values with locks. Later units of work wait until this one has been committed. */
  function beginLocked(): ValueWork {
    const { before, leave } = cache.lineUp();
    const updates: ValueUpdate[] = [];
    return {
      add: (further) => updates.push(...further),
      async apply(turn, further, onSealed) {
        await before;
        // `values.apply` evaluates rules itself.
        const applied = await values.apply(await turn, [...updates, ...further]);
        cache.outdate(applied.map(({ stateId }) => stateId));
        onSealed(applied);
        return { applied, work: null };
      },
      settle: leave,
      discard: async () => leave(),
    };
  }

  function beginUnlocked(): ValueWork {
    const cached = values.begin(outside, cache);
    return {
      ...cached,
      async apply(turn, further, onSealed) {
        try {
          const work = await cached.apply(turn, further, onSealed);
          return { applied: work.applied, work };
        } catch (error) {
          if (!(error instanceof OutdatedError)) throw error;
          cache.outdate(error.stateIds);
          isContested = true;
          throw new StaleError();
        }
      },
    };
  }

  function beginValues(): ValueWork {
    if (!isContested) return beginUnlocked();
    isContested = false;
    return beginLocked();
  }

  /** Writes everything that follows from the packets apart from values. */
  async function follow(db: Db, batch: Batch, { applied, work }: AppliedValues, judge: () => Promise<Applied>) {
    await adoptPackets(db, batch.adopted);
    await insertFaults(db, batch.faults);
    const starting = batch.sightings.filter(({ twinId }) => isWaiting(directory.device(twinId)));
    await startOperation(
      db,
      starting.map(({ twinId }) => twinId),
    );
    const judged = await judge();
    const ruled = work ? await rules?.(db, work) : undefined;
    await flows?.after(db, applied);
    await countTraffic(db, trafficOf(batch));
    return { judged, ruled };
  }

  /** Evaluates health checks while values are written; their results are written afterwards. */
  function beginJudgement(sightings: readonly Sighting[]) {
    const sealed = Promise.withResolvers<readonly AppliedValue[]>();
    const turn = Promise.withResolvers<Db>();
    const judging = sealed.promise.then((applied) => health.judge(turn.promise, sightings, applied));
    for (const each of [turn.promise, judging]) each.catch(() => {});
    return {
      begin: sealed.resolve,
      end(db: Db): Promise<Applied> {
        turn.resolve(db);
        return judging;
      },
      abandon(error: unknown): Promise<Applied> {
        sealed.reject(error);
        turn.reject(error);
        return judging;
      },
    };
  }

  function begin(): Work {
    const own = beginValues();
    return {
      add: ({ updates }) => own.add(updates),
      async apply(db, batch) {
        await flows?.before(db, batch.packets);
        // Devices are locked before values, in the same order as by the scheduled health checks.
        const noted = noteSightings(db, batch.sightings).then(() => db);
        noted.catch(() => {});
        const routed = batch.routed.length > 0 ? await route(await noted, batch.routed) : nothingRouted;
        const whole = { ...batch, faults: [...batch.faults, ...routed.faults] };
        const judgement = beginJudgement(batch.sightings);
        const done = async () => {
          const values = await own.apply(noted, routed.updates, judgement.begin);
          const told = { ...whole, faults: withRefused(whole, values.applied) };
          return { ...(await follow(db, told, values, () => judgement.end(db))), applied: values.applied, told };
        };
        const { judged, ruled, applied, told } = await done().catch(async (error: unknown) => {
          // No query may still be running when the transaction ends.
          await Promise.allSettled([noted, judgement.abandon(error)]);
          throw error;
        });
        return {
          publish() {
            own.settle();
            publishApplied(live, applied);
            judged.publish();
            ruled?.settle();
            onApplied?.(told, applied);
          },
        };
      },
      discard: own.discard,
    };
  }

  return { begin };
}
