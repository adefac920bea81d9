import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { createSandbox } from '../../apps/server/src/platform/sandbox/sandbox.ts';
import { makeConnector, signIn, startProgram } from '../ingest/program.ts';
import { createStage } from '../ingest/stage.ts';
import { buildWorld } from '../ingest/world.ts';
import { benchReplay } from './replay.ts';
import { buildRules } from './world.ts';

/**
 * npm run bench -- rules [--devices 10000] [--seconds 20] [--rate 2000]: the whole program with a rule on every device,
 * beside the same without rules; then rules over a million points of the past.
 */

const { values: given } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '2000' },
  },
});
const devices = Number(given.devices);
const seconds = Number(given.seconds);
const rate = Number(given.rate);

const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
await chmod(dataDir, 0o711);
const figures: Record<string, unknown> = { cores: cpus().length, devices };
const note = (name: string, result: object) => {
  figures[name] = result;
  console.log(name, result);
};
try {
  const program = await startProgram(dataDir, { INGEST_ACCOUNT_SHARE: '1' });
  const token = await signIn(program);
  const webhook = await makeConnector(program, token, 'webhook-incoming');
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  await buildWorld(pool, { devices, connectorId: webhook.id });
  const stage = createStage({ program, pool, webhook, broker: webhook, devices, seconds });
  const steady = { perCall: 20, connections: 8, rate };
  const flood = { perCall: 100, connections: 16 };
  note('warm-up', await stage.measure({ ...flood, durationMs: 5_000 }));
  note(`no rules, ${rate} a second`, await stage.measure(steady));
  note('no rules, as many as possible', await stage.measure(flood));
  await buildRules(pool, devices);
  note('first sight of the rules', await stage.measure({ ...flood, durationMs: 5_000 }));
  note(`a rule a device, ${rate} a second`, await stage.measure(steady));
  note('a rule a device, as many as possible', await stage.measure(flood));
  const { rows } = await pool.query(
    `select (select sum(evaluations)::int from rule_status) as evaluations, (select sum(executions)::int from rule_status)
       as executions, (select sum(errors)::int from rule_status) as errors, (select count(*)::int from alarms) as alarms`,
  );
  note('what the rules did', rows[0] ?? {});
  const url = program.databaseUrl;
  const database = connect({ url });
  const log = createLog('silent');
  const sandbox = createSandbox({ log });
  note('replay', await benchReplay({ db: database.db, history: createPostgresHistory(database), sandbox }));
  await sandbox.close();
  await database.close();
  await pool.end();
  await program.stop();
  console.log(JSON.stringify(figures, null, 2));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
