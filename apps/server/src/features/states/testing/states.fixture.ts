import { newState } from '@stellwerk/contract/state';
import type { z } from 'zod';
import type { TestTwin } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { replaceEdges } from '../edge.store.ts';
import type { ValueUpdate } from '../engine/value.ts';
import { createValues } from '../engine/values.ts';
import { findStates, insertStates } from '../state.store.ts';
import { sourceIdsOf } from '../state-mapper.ts';

export type NewState = z.input<typeof newState>;

/** Creates states and values without HTTP. */
export function createStateFixture(server: TestServer) {
  const { db } = server.database;
  const values = createValues({ history: server.history, sandbox: server.sandbox, clock: systemClock });
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };

  async function state(twin: TestTwin, given: Partial<NewState> = {}): Promise<number> {
    const key = given.key ?? `k${next()}`;
    const entry = newState.parse({ title: key, config: { source: 'none' }, ...given, key });
    const [id = 0] = await insertStates(db, [
      { ...entry, twinId: twin.id, source: entry.config.source, position: next() },
    ]);
    await replaceEdges(db, [{ stateId: id, sourceIds: sourceIdsOf(entry.config) }]);
    return id;
  }

  /** A number is in minutes after the start of 1 May 2024; a string is a date. */
  const timeOf = (at: number | string) =>
    typeof at === 'string' ? new Date(at) : new Date(Date.UTC(2024, 4, 1) + at * 60_000);

  const update = (stateId: number, value: JsonValue, at: number | string, more: Partial<ValueUpdate> = {}) => ({
    stateId,
    value,
    measuredAt: timeOf(at),
    receivedAt: new Date(),
    origin: 'live' as const,
    shard: 1,
    seq: next(),
    ...more,
  });

  const apply = (...updates: ValueUpdate[]) => values.apply(db, updates);

  async function read(id: number) {
    const [found] = await findStates(db, [id]);
    if (!found) throw new Error('no such state');
    return found;
  }

  const history = async (series: number) => {
    const points = await server.history.range({ series, from: 0, to: 4e12, limit: 10_000, order: 'ascending' });
    return points.map(({ at, value }) => [(at - timeOf(0).getTime()) / 60_000, value]);
  };

  return { db, values, state, update, apply, read, history, timeOf };
}
export type StateFixture = ReturnType<typeof createStateFixture>;
