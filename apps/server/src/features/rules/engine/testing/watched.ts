import type { RuleDefinition, ruleDefinition } from '@stellwerk/contract/rule';
import { newState } from '@stellwerk/contract/state';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TestAccount, TestDevice, TestTwin } from '../../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../../test/server.ts';
import { addNewest } from '../../../../ingest/newest/index.ts';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { outbox } from '../../../../platform/outbox/outbox.table.ts';
import { alarms } from '../../../alarms/index.ts';
import { states } from '../../../states/index.ts';
import { twins } from '../../../twins/index.ts';
import { ruleCommands, ruleExecutions } from '../../execution.table.ts';
import { ruleStatus, ruleWakeups } from '../../rule.table.ts';
import { ruleSaved } from '../saved.ts';

export type Draft = z.input<typeof ruleDefinition>;

export interface Watched {
  account: TestAccount;
  device: TestDevice;
  /** Ids of its states, by key. */
  ids: Record<'temperature' | 'humidity' | 'latitude' | 'longitude', number>;
}

/** A server whose clock only moves on request, with devices that rules can watch. */
export async function createWatchedWorld(clockMs = Date.now()) {
  let nowMs = clockMs;
  const clock = { now: () => new Date(nowMs) };
  const server: TestServer = await startTestServer({ clock });
  await server.field.ingestion.start();
  const { db } = server.database;

  async function addState(twin: TestTwin, key: string, more: object = {}): Promise<number> {
    const config = { source: 'connector', identifier: '', variable: key };
    const plain = newState.parse({ key, title: key, config, ...more });
    const values = { ...plain, twinId: twin.id, source: plain.config.source, position: 0 };
    const [created] = await db.insert(states).values(values).returning({ id: states.id });
    if (!created) throw new Error('insert returned no row');
    await addNewest(db, [created.id]);
    return created.id;
  }

  async function device(options: { account?: TestAccount; script?: string } = {}): Promise<Watched> {
    const account = options.account ?? (await server.make.account());
    const connector = await server.make.connector({ account });
    const { script } = options;
    const driver = await server.make.driver({ account, ...(script === undefined ? {} : { script }) });
    const made = await server.make.device({ account, connector, driver });
    const ids = {
      temperature: await addState(made, 'temperature'),
      humidity: await addState(made, 'humidity'),
      latitude: await addState(made, 'latitude', { geoLink: 'latitude' }),
      longitude: await addState(made, 'longitude', { geoLink: 'longitude' }),
    };
    return { account, device: made, ids };
  }

  async function rule(twin: TestTwin, definition: Draft, title?: string): Promise<number> {
    const made = await server.make.rule({
      twin,
      ...(title === undefined ? {} : { title }),
      definition: definition as Partial<RuleDefinition>,
    });
    await ruleSaved(db, { ruleId: made.id, now: clock.now() });
    return made.id;
  }

  /** One message of the device. */
  const message = ({ device: { externalId } }: Watched, payload: Record<string, JsonValue>) => ({
    id: externalId,
    payload,
  });

  /** Sends the messages in one call, and waits until they are applied. */
  async function send({ device: { connector } }: Watched, ...messages: JsonValue[]): Promise<void> {
    const sender = { connectorId: connector.id, accountId: connector.account.id };
    await server.field.ingestion.accept(sender, messages);
    await server.field.ingestion.idle();
    await server.field.engine.flush();
  }

  /** A zone of one by one degree. */
  async function zone(account: TestAccount): Promise<TestTwin> {
    const made = await server.make.twin({ account, title: 'Depot' });
    const points: [number, number][] = [
      [8, 50],
      [9, 50],
      [9, 51],
      [8, 51],
    ];
    await db
      .update(twins)
      .set({ type: 'zone', geoPolygon: { kind: 'polygon', points } })
      .where(eq(twins.id, made.id));
    return made;
  }

  return {
    server,
    db,
    zone,
    clock,
    addState,
    device,
    rule,
    message,
    send,
    /** Sends one packet after the other. */
    async tell(watched: Watched, ...payloads: Record<string, JsonValue>[]): Promise<void> {
      for (const payload of payloads) {
        nowMs += 10;
        await send(watched, message(watched, payload));
      }
    },
    wait(ms: number): void {
      nowMs += ms;
    },
    executions: (ruleId: number) =>
      db.select().from(ruleExecutions).where(eq(ruleExecutions.ruleId, ruleId)).orderBy(asc(ruleExecutions.id)),
    alarms: (ruleId: number) => db.select().from(alarms).where(eq(alarms.originId, ruleId)).orderBy(asc(alarms.id)),
    async commands(ruleId: number) {
      const rows = await db
        .select({ state: ruleCommands.state, code: ruleCommands.code, target: ruleCommands.target })
        .from(ruleCommands)
        .innerJoin(ruleExecutions, eq(ruleExecutions.id, ruleCommands.executionId))
        .where(eq(ruleExecutions.ruleId, ruleId))
        .orderBy(asc(ruleCommands.executionId), asc(ruleCommands.position));
      return rows;
    },
    queued: () => db.select().from(outbox).where(eq(outbox.kind, 'rule-command')).orderBy(asc(outbox.seq)),
    async status(ruleId: number) {
      const [found] = await db.select().from(ruleStatus).where(eq(ruleStatus.ruleId, ruleId));
      if (!found) throw new Error('the rule has no status');
      return found;
    },
    wakeups: (ruleId: number) => db.select().from(ruleWakeups).where(eq(ruleWakeups.ruleId, ruleId)),
    close: () => server.close(),
  };
}
export type WatchedWorld = Awaited<ReturnType<typeof createWatchedWorld>>;

/** One metric for each of these states, with the key as its alias. */
export const metricsOf = (ids: Record<string, number>, ...keys: string[]) =>
  keys.map((alias) => ({ alias, stateId: ids[alias] ?? 0 }));

export const above = (metric: string, value: number) => ({
  mode: 'tree' as const,
  tree: { op: 'when' as const, metric, cmp: 'gt' as const, value },
});

/** Positions relative to the zone. */
export const inside = { latitude: 50.5, longitude: 8.5 };
export const outside = { latitude: 52, longitude: 8.5 };

export const anAlarm = { severity: 'error' as const, message: 'Too hot: {{temperature}}' };
