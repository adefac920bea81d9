import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase } from '../../../../../test/database.ts';
import type { History } from '../../../../platform/history/history.ts';
import { createPostgresHistory } from '../../../../platform/history/postgres-history.ts';
import { createLog } from '../../../../platform/log/log.ts';
import { createSandbox } from '../../../../platform/sandbox/sandbox.ts';
import type { Zone } from '../area.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { TimedPosition } from '../geofence.ts';
import type { MetricPoints } from '../metric.ts';
import { createReplay, type Replay } from '../replay.ts';
import type { MetricState } from '../rule.ts';
import { type DefinitionInput, minuteMs, ruleOf } from './rules.fixture.ts';

export const day = Date.UTC(2026, 2, 28);
export const hourMs = 60 * minuteMs;

const stateOf = (id: number): MetricState => ({ id, key: `key${id}`, title: `State ${id}`, unit: null });
export const ruleWith = (states: readonly number[], definition: DefinitionInput) =>
  ruleOf(definition, { states: states.map(stateOf) });

export const everything = {
  from: day,
  to: day + 4 * 24 * hourMs,
  zones: new Map<number, Zone>(),
  positions: async (): Promise<TimedPosition[]> => [],
};

interface World {
  history: History;
  evaluator: Evaluator;
  replay: Replay;
}

/** A database with history, and a sandbox that runs scripts. Created in `beforeAll`. */
export function useReplay() {
  let world:
    | (World & { write(series: number, points: MetricPoints): Promise<void>; close(): Promise<void> })
    | undefined;
  beforeAll(async () => {
    const { db, pool, drop } = await createTestDatabase();
    const sandbox = createSandbox({ log: createLog('silent'), processes: 1 });
    const history = createPostgresHistory({ pool });
    const evaluator = createEvaluator({ sandbox });
    world = {
      history,
      evaluator,
      replay: createReplay({ history, evaluator }),
      write: (series, points) =>
        history.write(
          db,
          points.map(([at, value], seq) => ({ series, at, shard: 1, seq, value, source: 'live' })),
        ),
      async close() {
        await sandbox.close();
        await drop();
      },
    };
  });
  afterAll(() => world?.close());

  function present() {
    if (!world) throw new Error('the database is made before the first test');
    return world;
  }

  let lastSeries = 0;
  return {
    history: () => present().history,
    evaluator: () => present().evaluator,
    replay: ((rule, options) => present().replay(rule, options)) as Replay,
    /** Creates a state with these values. */
    async stateWith(points: MetricPoints): Promise<number> {
      lastSeries += 1;
      await present().write(lastSeries, points);
      return lastSeries;
    },
  };
}
