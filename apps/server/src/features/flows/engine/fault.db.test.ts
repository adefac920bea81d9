import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { buildDevices, kill, postTo, seeded, timeout, upTo } from '../../../../test/ingest/fault-world.ts';
import { flows, flowTransformers } from '../flow.table.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);
const program = new URL('./testing/flow-child.ts', import.meta.url).pathname;

async function start(url: string): Promise<ChildProcess> {
  const child = fork(program, [url]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

it.each(upTo(runs))(
  'a server that is killed sends every event of a flow at least once, in the order of its state (run %i)',
  { timeout },
  async () => {
    const { random, message } = seeded();
    const database = await useTestDatabase();
    const { db, pool } = database;
    await pool.query('create table received (id bigint generated always as identity, command jsonb)');
    const { sender, devices } = await buildDevices(database, 4);
    const { accountId } = sender;
    const ends = { inputType: 'generic' as const, outputType: 'application/json' as const };
    const script = '{ "state": meta.state_id, "n": value }';
    const [transformer] = await db
      .insert(flowTransformers)
      .values({ accountId, name: 't', type: 'jsonata', ...ends, script })
      .returning({ id: flowTransformers.id });
    const steps = [
      { type: 'transformation' as const, transformerId: transformer?.id ?? 0 },
      {
        type: 'connector' as const,
        targets: [{ connectorId: sender.connectorId, message: { payload: '{{payload}}' } }],
      },
    ];
    await db.insert(flows).values({ accountId, name: 'f', trigger: 'after', steps });

    const acknowledged: { stateId: number; n: number }[] = [];
    let child = await start(database.url);
    let post = postTo(child, sender);
    let n = 0;
    for (const round of upTo(3)) {
      const posting = (async () => {
        for (const _ of upTo(40)) {
          n += 1;
          const current = n;
          const messages = devices.map(({ externalId }) => ({ id: externalId, payload: { n: current } }));
          if (await post(messages)) acknowledged.push(...devices.map(({ stateId }) => ({ stateId, n: current })));
        }
      })();
      await delay(100 + random() * 500);
      if (round < 2) await kill(child);
      await posting;
      if (round < 2) {
        child = await start(database.url);
        post = postTo(child, sender);
      }
    }
    expect(acknowledged.length, message).toBeGreaterThan(0);
    const read = async () => {
      const { rows } = await pool.query<{ payload: string }>(
        `select command ->> 'payload' as payload from received order by id`,
      );
      return rows.map(({ payload }): { state: number; n: number } => JSON.parse(payload));
    };
    const nameOf = (stateId: number, n: number) => `${stateId} ${n}`;
    await expect
      .poll(
        async () => {
          const arrived = new Set((await read()).map(({ state, n }) => nameOf(state, n)));
          return acknowledged.filter(({ stateId, n }) => !arrived.has(nameOf(stateId, n)));
        },
        { timeout: 30_000 },
      )
      .toEqual([]);
    const received = await read();
    for (const { stateId } of devices) {
      const own = received.filter(({ state }) => state === stateId).map(({ n }) => n);
      const firsts = own.filter((n, index) => own.indexOf(n) === index);
      expect(firsts, message).toEqual(firsts.toSorted((a, b) => a - b));
    }
  },
);
