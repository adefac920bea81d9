import pg from 'pg';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import { defineBench } from '../bench.ts';
import { makeConnector, signIn, startProgram } from '../ingest/program.ts';
import { addCost, createStage } from '../ingest/stage.ts';
import { buildWorld } from '../ingest/world.ts';
import { atTheEnd, temporaryFolder } from '../resources.ts';
import type { Recorder } from '../result.ts';
import { addReplay } from './replay.ts';
import { buildRules } from './world.ts';

interface Sizes {
  devices: number;
  seconds: number;
  rate: number;
  points: number;
}

async function run({ devices, seconds, rate, points }: Sizes, { table }: Recorder): Promise<void> {
  const program = await startProgram(await temporaryFolder(), { INGEST_ACCOUNT_SHARE: '1' });
  const webhook = await makeConnector(program, await signIn(program), 'webhook-incoming');
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  atTheEnd(() => pool.end());
  await buildWorld(pool, { devices, connectorId: webhook.id });
  const stage = createStage({ program, pool, webhook, broker: webhook, devices, seconds });
  const steady = { perCall: 20, connections: 8, rate };
  const flood = { perCall: 100, connections: 16 };
  const steadily = `${rate} messages a second`;
  await stage.measure({ ...flood, durationMs: 5_000 });
  addCost(table(`No rules, ${steadily}`), await stage.measure(steady));
  addCost(table('No rules, as many as possible'), await stage.measure(flood));
  await buildRules(pool, devices);
  addCost(table('First sight of the rules'), await stage.measure({ ...flood, durationMs: 5_000 }));
  addCost(table(`A rule a device, ${steadily}`), await stage.measure(steady));
  addCost(table('A rule a device, as many as possible'), await stage.measure(flood));
  const { rows } = await pool.query<Record<string, number>>(
    `select (select sum(evaluations)::int from rule_status) as evaluations, (select sum(executions)::int from rule_status)
       as executions, (select sum(errors)::int from rule_status) as errors, (select count(*)::int from alarms) as alarms`,
  );
  const done = table('What the rules did');
  for (const [what, count] of Object.entries(rows[0] ?? {})) done(what, count, 'times');
  const database = connect({ url: program.databaseUrl });
  atTheEnd(database.close);
  const sandbox = createSandbox({ log: createLog('silent') });
  atTheEnd(sandbox.close);
  const history = createPostgresHistory(database);
  await addReplay(table('A rule over the past'), { db: database.db, history, sandbox, points });
}

export const bench = defineBench({
  about: 'The whole program with a rule on every device, beside the same without; then a rule over the past.',
  options: {
    devices: { default: 10_000, about: 'devices that report' },
    seconds: { default: 20, about: 'for each load' },
    rate: { default: 2_000, about: 'messages a second of the steady load' },
    points: { default: 1_000_000, about: 'of the past' },
  },
  run,
});
