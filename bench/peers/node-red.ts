import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import mqtt from 'mqtt';
import { openEmptyDatabase } from '../database.ts';
import { messageOf } from '../ingest/world.ts';
import { freePort, temporaryFolder } from '../resources.ts';
import type { Mosquitto } from './mosquitto.ts';
import { startPeer, untilReady } from './peer.ts';

/** A fixed version, so that runs are comparable. */
const version = '4.1.15';

export interface NodeRed {
  /** Includes the version. */
  name: string;
  port: number;
  path: string;
  topic: string;
  /** Number of messages written since the last call, and the time of the last one. */
  take(): Promise<{ written: number; lastAtMs: number }>;
}

/**
 * Decodes the same bytes as our driver; writes all messages of a call in one statement and responds when it is durable.
 */
const store = `
const messages = Array.isArray(msg.payload) ? msg.payload : [msg.payload];
const columns = [[], [], [], [], []];
for (const { id, time, payload } of messages) {
  const bytes = Buffer.from(payload, 'hex');
  const row = [id, new Date(time), bytes.readInt16BE(0) / 100, bytes[2] / 2, bytes.readUInt16BE(3) / 1000];
  row.forEach((value, index) => columns[index].push(value));
}
await global.get('pool').query({ name: 'store', text: \`insert into messages (device, time, temperature, humidity, battery)
  select * from unnest($1::text[], $2::timestamptz[], $3::float8[], $4::float8[], $5::float8[])\`, values: columns });
return msg;`;

function flowsOf(mosquitto: Mosquitto | undefined): object[] {
  const tab = { z: 'flow', x: 0, y: 0 };
  const broker = { type: 'mqtt-broker', broker: '127.0.0.1', port: String(mosquitto?.port), protocolVersion: '4' };
  const incoming = { type: 'mqtt in', topic: 'in/#', qos: '1', datatype: 'json', broker: 'broker', inputs: 0 };
  const overHttp = [
    { ...tab, id: 'http-in', type: 'http in', url: '/in', method: 'post', wires: [['http-store']] },
    { ...tab, id: 'http-store', type: 'function', func: store, outputs: 1, wires: [['http-out']] },
    { ...tab, id: 'http-out', type: 'http response', statusCode: '202', wires: [] },
  ];
  const overMqtt = [
    { id: 'broker', ...broker, clientid: 'node-red', cleansession: true, keepalive: '60', usetls: false },
    { ...tab, id: 'mqtt-in', ...incoming, wires: [['mqtt-store']] },
    { ...tab, id: 'mqtt-store', type: 'function', func: store, outputs: 1, wires: [[]] },
  ];
  return [{ id: 'flow', type: 'tab', label: 'Bench' }, ...overHttp, ...(mosquitto ? overMqtt : [])];
}

const settings = `module.exports = {
  uiHost: '127.0.0.1', uiPort: Number(process.env.PORT), flowFile: 'flows.json', httpAdminRoot: false,
  apiMaxLength: '20mb', credentialSecret: false, logging: { console: { level: 'fatal' } },
  functionGlobalContext: { pool: new (require('pg').Pool)({ connectionString: process.env.DATABASE_URL, max: 20 }) },
};\n`;

/** A separate database, as durable as ours. */
async function openStore() {
  const database = await openEmptyDatabase();
  await database.pool.query(
    `create table messages (device text, time timestamptz, temperature float8, humidity float8, battery float8,
       written_at timestamptz not null default clock_timestamp())`,
  );
  const count = async () => {
    const { rows } = await database.pool.query<{ count: number; lastAtMs: number }>(
      `select count(*)::int as count, coalesce(extract(epoch from max(written_at)) * 1000, 0)::float8 as "lastAtMs" from messages`,
    );
    return rows[0] ?? { count: 0, lastAtMs: 0 };
  };
  return { url: database.url, count };
}

type Store = Awaited<ReturnType<typeof openStore>>;

/** Publishes until the first message is written, which shows that it subscribes. */
async function untilSubscribed(mosquitto: Mosquitto, topic: string, store: Store): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`);
  const before = (await store.count()).count;
  for (let attempt = 0; (await store.count()).count === before; attempt += 1) {
    if (attempt > 100) throw new Error('Node-RED does not listen to the broker');
    await client.publishAsync(topic, JSON.stringify(messageOf(1, 1)), { qos: 1 });
    await delay(100);
  }
  await client.endAsync();
}

/**
 * Installed from npm into a temporary folder; undefined if that fails. Listens on HTTP and, with a broker, on MQTT; a
 * function decodes and writes to PostgreSQL.
 */
export async function startNodeRed(mosquitto: Mosquitto | undefined): Promise<NodeRed | undefined> {
  const folder = await temporaryFolder();
  try {
    const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    const env = { ...process.env, npm_config_prefix: undefined };
    await promisify(execFile)('npm', ['install', ...flags, '--prefix', folder, `node-red@${version}`, 'pg'], { env });
  } catch {
    return undefined;
  }
  const [port, store] = [await freePort(), await openStore()];
  await writeFile(join(folder, 'flows.json'), JSON.stringify(flowsOf(mosquitto)));
  await writeFile(join(folder, 'settings.js'), settings);
  const program = join(folder, 'node_modules/node-red/red.js');
  const settled = { PORT: String(port), DATABASE_URL: store.url };
  const peer = startPeer(process.execPath, [program, '--userDir', folder], settled);
  const body = JSON.stringify(messageOf(1, 0));
  const headers = { 'content-type': 'application/json' };
  await untilReady('Node-RED', peer, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/in`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(String(answer.status));
  });
  if (mosquitto) await untilSubscribed(mosquitto, 'in/1', store);
  let before = 0;

  /** Waits for some seconds without writes, because it pauses writing under high load. */
  async function take() {
    let now = await store.count();
    for (let count = -1; count !== now.count; now = await store.count()) {
      count = now.count;
      await delay(5_000);
    }
    const written = now.count - before;
    before = now.count;
    return { written, lastAtMs: now.lastAtMs };
  }
  await take();
  return { name: `Node-RED ${version}`, port, path: '/in', topic: 'in/1', take };
}
