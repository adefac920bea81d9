import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { watch } from '../ingest/live.ts';
import { makeConnector, type Program, signIn, startProgram, type Way } from '../ingest/program.ts';
import { createStage } from '../ingest/stage.ts';
import { buildWorld, messageOf } from '../ingest/world.ts';
import { median, medianMs, timed } from '../measure.ts';
import { atTheEnd, temporaryFolder } from '../resources.ts';
import type { Add } from '../result.ts';

const rounds = 9;

const minuteMs = 60_000;

/** Waits for the first health evaluation of new devices, which is a cost of creating them, not of their number. */
async function untilEvaluated(pool: pg.Pool): Promise<void> {
  await delay(minuteMs - (Date.now() % minuteMs) + 2_000);
  for (;;) {
    const { rows } = await pool.query('select 1 from graphile_worker.jobs where locked_at is not null limit 1');
    if (rows.length === 0) return;
    await delay(500);
  }
}

/** Creates an installation with this number of devices and stops it. */
async function prepare(dataDir: string, devices: number): Promise<Way> {
  const program = await startProgram(dataDir);
  const webhook = await makeConnector(program, await signIn(program), 'webhook-incoming');
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  await buildWorld(pool, { devices, connectorId: webhook.id });
  await untilEvaluated(pool);
  await pool.end();
  await program.stop();
  return webhook;
}

/** Time from sending a message until a viewer of the device receives its value. */
async function passes({ address }: Program, token: string, webhook: Way, device: number): Promise<number[]> {
  const viewer = await watch(address, token, [device]);
  const headers = { 'content-type': 'application/json', 'x-api-key': webhook.secret };
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const arrived = viewer.next();
    const startedMs = performance.now();
    const body = JSON.stringify(messageOf(device, round));
    const answer = await fetch(`${address}/api/v1/webhook/${webhook.id}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`a message was refused: ${answer.status}`);
    times.push((await arrived) - startedMs);
  }
  viewer.close();
  return times;
}

/** Measures start-up, queries and messages of the whole program with this number of devices. */
export async function addDevices(add: Add, devices: number, seconds: number): Promise<void> {
  const of = devices.toLocaleString('en');
  const dataDir = await temporaryFolder();
  const webhook = await prepare(dataDir, devices);
  const program = await startProgram(dataDir, { INGEST_ACCOUNT_SHARE: '1' });
  add('start of the program', program.startMs, 'ms', { of });
  const token = await signIn(program);
  const read = async (path: string) => {
    const answer = await fetch(`${program.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.text();
  };
  const [first = Number.NaN, ...later] = await passes(program, token, webhook, Math.ceil(devices / 2));
  add('first packet after the start, until a viewer has it', first, 'ms', { of });
  add('a later packet, until a viewer has it', median(later), 'ms', { of });
  add('memory after the start', (await program.usage()).memoryMb, 'MB', { of });
  const list = '/api/v1/virtualdevice/?limit=25';
  add('first page of the list, first time', (await timed(() => read(list))).ms, 'ms', { of });
  add('first page of the list', await medianMs(rounds, () => read(list)), 'ms', { of });
  add('search in the list', await medianMs(rounds, () => read(`${list}&search=device%20777`)), 'ms', { of });
  add('search over everything', await medianMs(rounds, () => read('/api/v1/search?text=device%20777')), 'ms', { of });
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  const close = atTheEnd(() => pool.end());
  const stage = createStage({ program, pool, webhook, broker: webhook, devices, seconds });
  const { appliedPerSecond, memoryMb } = await stage.measure({ perCall: 100, connections: 16 });
  add(`messages in arrays of 100, for ${seconds} s`, appliedPerSecond, 'messages/s', { of });
  add('memory after that', memoryMb, 'MB', { of });
  await close();
  await program.stop();
}
