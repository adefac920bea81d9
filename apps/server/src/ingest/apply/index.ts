import type { Db, LazyDb } from '../../platform/db/db.ts';
import { adoptPackets, insertFaults } from '../log/fault.store.ts';
import { countTraffic } from '../log/traffic.store.ts';
import { trafficOf } from '../log/traffic.ts';
import { lockedTables, noteSightings } from '../newest/index.ts';
import type { Applied, Batch, Fault, RoutedValue, Sink, Update } from '../ports.ts';
import type { AppliedValue, AppliedWork, EffectPorts, NewestValues, ValueWork } from './ports.ts';
import { withRefused } from './refused.ts';

/** A batch in the transaction that applies it, with the results of the effects so far. */
interface Applying {
  readonly db: Db;
  readonly batch: Batch;
  readonly work: ValueWork;
  /** Work that runs beside other effects; it ends before the transaction does. */
  beside<T>(work: Promise<T>): Promise<T>;
  /** Called in this order after the commit. */
  readonly afterCommit: (() => void)[];
  /** Resolves once the devices are locked. */
  devicesLocked: LazyDb;
  routed: readonly Update[];
  faults: readonly Fault[];
  applied: readonly AppliedValue[];
  unruled: AppliedWork | null;
  health: { turn: PromiseWithResolvers<Db>; evaluated: Promise<Applied> | undefined };
}

interface Effect {
  name: string;
  /**
   * Tables whose existing rows the effect locks until the commit. All writers lock in the order of this list, and within
   * a table in the order of ids, so that they can't deadlock.
   */
  locks: readonly string[];
  run(at: Applying): void | Promise<void>;
}

const noTwin = ({ packet }: RoutedValue): Fault => ({
  packet,
  deviceId: null,
  outcome: 'dropped',
  reason: { code: 'PACKET_NO_TWIN', params: {} },
});

/** Everything that follows from a batch of packets, in this order. */
const effectsOf = ({ devices, states, evaluateHealth, runRules, flows }: EffectPorts): readonly Effect[] => [
  {
    name: 'flows before the assignment to devices',
    locks: [],
    run: ({ db, batch }) => flows?.before(db, batch.packets),
  },
  {
    name: 'sightings',
    locks: [lockedTables.devices],
    run(at) {
      const noted = noteSightings(at.db, at.batch.sightings).then(() => at.db);
      // The values are computed beside this statement.
      at.devicesLocked = at.beside(noted);
    },
  },
  {
    name: 'routing',
    locks: [],
    async run(at) {
      if (at.batch.routed.length === 0) return;
      const { updates, unmatched } = await states.routeValues(await at.devicesLocked, at.batch.routed);
      at.routed = updates;
      at.faults = [...at.faults, ...unmatched.filter(({ isExpected }) => isExpected).map(noTwin)];
    },
  },
  {
    name: 'values',
    locks: [lockedTables.values, 'twins'],
    async run(at) {
      const { work, batch, health } = at;
      const { applied, unruled } = await work.apply(at.devicesLocked, at.routed, (sealed) => {
        // Health is evaluated while the values are written.
        health.evaluated = at.beside(evaluateHealth(health.turn.promise, batch.sightings, sealed));
      });
      Object.assign(at, { applied, unruled });
      at.afterCommit.push(work.settle, () => states.publishApplied(applied));
    },
  },
  {
    name: 'adoption by devices',
    locks: ['packets'],
    run: ({ db, batch }) => adoptPackets(db, batch.adopted),
  },
  {
    name: 'faults',
    locks: [],
    run(at) {
      const { sightings } = at.batch;
      const faults = withRefused({ ...at.batch, faults: at.faults }, at.applied);
      at.faults = faults;
      at.afterCommit.push(() => devices.publishPackets({ sightings, faults }));
      return insertFaults(at.db, faults);
    },
  },
  {
    name: 'start of operation',
    locks: ['devices'],
    run: ({ db, batch }) => devices.startOperation(db, batch.sightings),
  },
  {
    name: 'health',
    locks: ['device_problems', 'alarms', 'twins', 'devices'],
    async run({ db, health, afterCommit }) {
      health.turn.resolve(db);
      const evaluated = await health.evaluated;
      afterCommit.push(() => evaluated?.publish());
    },
  },
  {
    name: 'rules',
    locks: ['rule_status', 'alarms', 'rule_budgets'],
    async run({ db, unruled, afterCommit }) {
      const ruled = unruled && (await runRules?.(db, unruled));
      afterCommit.push(() => ruled?.settle());
    },
  },
  {
    name: 'flows after the values',
    locks: [],
    run: ({ db, applied }) => flows?.after(db, applied),
  },
  {
    name: 'traffic of connectors',
    locks: ['packet_counts'],
    run: ({ db, batch, faults }) => countTraffic(db, trafficOf({ packets: batch.packets, faults })),
  },
];

/** Applies the results of interpretation, to these newest values. */
export function createSink(ports: EffectPorts, values: NewestValues): Sink {
  const effects = effectsOf(ports);

  async function apply(work: ValueWork, db: Db, batch: Batch): Promise<Applied> {
    const running: Promise<unknown>[] = [];
    const turn = Promise.withResolvers<Db>();
    const at: Applying = {
      ...{ db, batch, work, devicesLocked: db, routed: [], faults: batch.faults, applied: [], unruled: null },
      ...{ afterCommit: [], health: { turn, evaluated: undefined } },
      beside(promise) {
        promise.catch(() => {});
        running.push(promise);
        return promise;
      },
    };
    turn.promise.catch(() => {});
    try {
      for (const { run } of effects) await run(at);
    } catch (error) {
      turn.reject(error);
      // No query may still be running when the transaction ends.
      await Promise.allSettled(running);
      throw error;
    }
    return {
      publish() {
        for (const each of at.afterCommit) each();
      },
    };
  }

  return {
    begin() {
      const work = values.begin();
      return {
        add: ({ updates }) => work.add(updates),
        apply: (db, batch) => apply(work, db, batch),
        discard: work.discard,
      };
    },
  };
}
