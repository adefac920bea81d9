import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryPoint } from '../../apps/server/src/platform/history/history.ts';

/** InfluxDB 1.x with its usual settings, in a folder of its own: the peer that the figures are compared with. */
export interface Influx {
  pid: number;
  /** Lines of a batch, ready to be sent. */
  write(lines: string): Promise<void>;
  /** Rows of each series of the answer. */
  query(statement: string): Promise<[time: number, ...values: number[]][][]>;
  stop(): Promise<void>;
}

interface QueryAnswer {
  results: { series?: { values: [number, ...number[]][] }[]; error?: string }[];
}

const database = 'bench';

export const toLines = (points: readonly HistoryPoint[]) =>
  points.map(({ series, at, value }) => `v,s=${series} value=${value} ${at}`).join('\n');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Undefined where the program is not installed (Debian: apt-get install influxdb). */
export async function startInflux(): Promise<Influx | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'stellwerk-influx-'));
  const [port, rpcPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    INFLUXDB_REPORTING_DISABLED: 'true',
    INFLUXDB_BIND_ADDRESS: `127.0.0.1:${rpcPort}`,
    INFLUXDB_META_DIR: join(dir, 'meta'),
    INFLUXDB_DATA_DIR: join(dir, 'data'),
    INFLUXDB_DATA_WAL_DIR: join(dir, 'wal'),
    INFLUXDB_DATA_QUERY_LOG_ENABLED: 'false',
    INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
    INFLUXDB_HTTP_LOG_ENABLED: 'false',
    INFLUXDB_MONITOR_STORE_ENABLED: 'false',
  };
  const program: ChildProcess = spawn('influxd', ['run', '-config', '/dev/null'], { env, stdio: 'ignore' });
  const isMissing = await Promise.race([
    once(program, 'error').then(() => true),
    once(program, 'spawn').then(() => false),
  ]);
  if (isMissing) {
    await rm(dir, { recursive: true });
    return undefined;
  }
  const agent = new Agent({ keepAlive: true });

  function send(method: string, path: string, body = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-length': Buffer.byteLength(body) };
      const call = request({ host: '127.0.0.1', port, method, path, agent, headers });
      call.on('error', reject);
      call.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if ((answer.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`InfluxDB answers ${answer.statusCode}: ${text}`));
        });
      });
      call.end(body);
    });
  }

  async function query(statement: string) {
    const search = new URLSearchParams({ db: database, epoch: 'ms', q: statement });
    const answer: QueryAnswer = JSON.parse(await send('POST', `/query?${search}`));
    const [result] = answer.results;
    if (result?.error) throw new Error(result.error);
    return (result?.series ?? []).map(({ values }) => values);
  }

  for (let attempt = 0; ; attempt += 1) {
    const isUp = await send('GET', '/ping').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (attempt > 100 || program.exitCode !== null) throw new Error('InfluxDB does not start');
    await delay(200);
  }
  await query(`create database ${database}`);
  return {
    pid: program.pid ?? 0,
    write: async (lines) => void (await send('POST', `/write?db=${database}&precision=ms`, lines)),
    query,
    async stop() {
      agent.destroy();
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
      await rm(dir, { recursive: true });
    },
  };
}
