import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { HistoryPoint } from '../../apps/server/src/platform/history/history.ts';
import { atTheEnd, freePort, temporaryFolder } from '../resources.ts';
import { startPeer, untilReady, versionOf } from './peer.ts';

/** InfluxDB 1.x with default settings in a temporary folder, as a comparison. */
export interface Influx {
  /** Includes the version. */
  name: string;
  pid: number;
  /** Writes prepared lines of a batch. */
  write(lines: string): Promise<void>;
  /** Writes points into another database and formats the lines itself, like a program that has points in memory. */
  writePoints(points: readonly HistoryPoint[]): Promise<void>;
  /** Rows of each series of the result. */
  query(statement: string): Promise<[time: number, ...values: number[]][][]>;
}

interface QueryAnswer {
  results: { series?: { values: [number, ...number[]][] }[]; error?: string }[];
}

const database = 'bench';
const otherDatabase = 'points';

export const toLines = (points: readonly HistoryPoint[]) =>
  points.map(({ series, at, value }) => `v,s=${series} value=${value} ${at}`).join('\n');

/** Undefined if it is not installed (Debian: apt-get install influxdb). */
export async function startInflux(): Promise<Influx | undefined> {
  const version = versionOf('influxd', ['version'], /v(\d+\.\d+\.\d+)/);
  if (version === undefined) return undefined;
  const dir = await temporaryFolder();
  const [port, rpcPort] = [await freePort(), await freePort()];
  const env = {
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
  const program = startPeer('influxd', ['run', '-config', '/dev/null'], env);
  const agent = new Agent({ keepAlive: true });
  atTheEnd(async () => agent.destroy());

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

  await untilReady('InfluxDB', program, () => send('GET', '/ping'));
  for (const name of [database, otherDatabase]) await query(`create database ${name}`);
  const write = async (name: string, lines: string) =>
    void (await send('POST', `/write?db=${name}&precision=ms`, lines));
  return {
    name: `InfluxDB ${version}`,
    pid: program.pid ?? 0,
    write: (lines) => write(database, lines),
    writePoints: (points) => write(otherDatabase, toLines(points)),
    query,
  };
}
