import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import mqtt from 'mqtt';
import { messageOf } from '../ingest/world.ts';
import { freePort, temporaryFolder } from '../resources.ts';
import type { Mosquitto } from './mosquitto.ts';
import { startPeer, untilReady } from './peer.ts';

/** The same version in every run, so that two runs compare. */
const version = '4.1.15';

export interface NodeRed {
  /** With its version. */
  name: string;
  port: number;
  path: string;
  topic: string;
  /** How many messages were written since the last time, and when the last of them was. */
  take(): Promise<{ written: number; lastAtMs: number }>;
}

/** What our driver does with the same bytes; one line a message, one or many in a call. */
const decode = `
const messages = Array.isArray(msg.payload) ? msg.payload : [msg.payload];
msg.payload = messages.map(({ id, time, payload }) => {
  const bytes = Buffer.from(payload, 'hex');
  return JSON.stringify({ id, time, temperature: bytes.readInt16BE(0) / 100, humidity: bytes[2] / 2,
    battery: bytes.readUInt16BE(3) / 1000 });
}).join('\\n');
return msg;`;

function flowsOf(file: string, mosquitto: Mosquitto | undefined): object[] {
  const tab = { z: 'flow', x: 0, y: 0 };
  const append = { type: 'file', filename: file, filenameType: 'str', appendNewline: true, overwriteFile: 'false' };
  const broker = { type: 'mqtt-broker', broker: '127.0.0.1', port: String(mosquitto?.port), protocolVersion: '4' };
  const incoming = { type: 'mqtt in', topic: 'in/#', qos: '1', datatype: 'json', broker: 'broker', inputs: 0 };
  const overHttp = [
    { ...tab, id: 'http-in', type: 'http in', url: '/in', method: 'post', wires: [['http-decode']] },
    { ...tab, id: 'http-decode', type: 'function', func: decode, outputs: 1, wires: [['http-write']] },
    { ...tab, id: 'http-write', ...append, wires: [['http-out']] },
    { ...tab, id: 'http-out', type: 'http response', statusCode: '202', wires: [] },
  ];
  const overMqtt = [
    { id: 'broker', ...broker, clientid: 'node-red', cleansession: true, keepalive: '60', usetls: false },
    { ...tab, id: 'mqtt-in', ...incoming, wires: [['mqtt-decode']] },
    { ...tab, id: 'mqtt-decode', type: 'function', func: decode, outputs: 1, wires: [['mqtt-write']] },
    { ...tab, id: 'mqtt-write', ...append, wires: [[]] },
  ];
  return [{ id: 'flow', type: 'tab', label: 'Bench' }, ...overHttp, ...(mosquitto ? overMqtt : [])];
}

const settings = `module.exports = {
  uiHost: '127.0.0.1', uiPort: Number(process.env.PORT), flowFile: 'flows.json', httpAdminRoot: false,
  apiMaxLength: '20mb', credentialSecret: false, logging: { console: { level: 'fatal' } },
};\n`;

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0;

/** Published until the first one is written: then it listens. */
async function untilSubscribed(mosquitto: Mosquitto, topic: string, file: string): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`);
  const before = await sizeOf(file);
  for (let attempt = 0; (await sizeOf(file)) === before; attempt += 1) {
    if (attempt > 100) throw new Error('Node-RED does not listen to the broker');
    await client.publishAsync(topic, JSON.stringify(messageOf(1, 1)), { qos: 1 });
    await delay(100);
  }
  await client.endAsync();
}

/**
 * Taken from npm into a folder that is removed afterwards; undefined where that does not work. It listens on HTTP and,
 * where there is a broker, on MQTT; a function decodes and a line a message is appended to a file.
 */
export async function startNodeRed(mosquitto: Mosquitto | undefined): Promise<NodeRed | undefined> {
  const folder = await temporaryFolder();
  try {
    const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    const env = { ...process.env, npm_config_prefix: undefined };
    await promisify(execFile)('npm', ['install', ...flags, '--prefix', folder, `node-red@${version}`], { env });
  } catch {
    return undefined;
  }
  const [port, file] = [await freePort(), join(folder, 'written.txt')];
  await writeFile(join(folder, 'flows.json'), JSON.stringify(flowsOf(file, mosquitto)));
  await writeFile(join(folder, 'settings.js'), settings);
  const program = join(folder, 'node_modules/node-red/red.js');
  const peer = startPeer(process.execPath, [program, '--userDir', folder], { PORT: String(port) });
  const body = JSON.stringify(messageOf(1, 0));
  const headers = { 'content-type': 'application/json' };
  await untilReady('Node-RED', peer, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/in`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(String(answer.status));
  });
  if (mosquitto) await untilSubscribed(mosquitto, 'in/1', file);
  let linesBefore = 0;

  /** Once a second has brought nothing more. */
  async function take() {
    for (let size = -1; size !== (await sizeOf(file)); await delay(1_000)) size = await sizeOf(file);
    const text = await readFile(file);
    const lines = text.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
    const written = lines - linesBefore;
    linesBefore = lines;
    return { written, lastAtMs: (await stat(file)).mtimeMs };
  }
  await take();
  return { name: `Node-RED ${version}`, port, path: '/in', topic: 'in/1', take };
}
