import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { defineBench } from '../bench.ts';
import { type OpenDatabase, openDatabase } from '../database.ts';
import { temporaryFolder } from '../resources.ts';
import type { ExporterOrder, ExporterResult } from './exporter.ts';

const run = promisify(execFile);
const dayMs = 86_400_000;
const firstDay = Date.UTC(2025, 0, 1);
const minutesOfDay = 1_440;

/** Series with a value each minute, packed day by day as in a real installation. */
async function writePoints(database: OpenDatabase, series: number, days: number): Promise<void> {
  const history = createPostgresHistory(database);
  for (let day = 0; day < days; day += 1) {
    const start = firstDay + day * dayMs;
    const points = Array.from({ length: series * minutesOfDay }, (_, index) => {
      const minute = index % minutesOfDay;
      const value = Math.round(1_000 * (20 + Math.sin(minute / 200) + Math.random())) / 1_000;
      const id = Math.floor(index / minutesOfDay) + 1;
      return {
        series: id,
        at: start + minute * 60_000,
        shard: 0,
        seq: day * minutesOfDay + minute,
        value,
        source: 'live' as const,
      };
    });
    await history.writePacked(database.db, points);
  }
}

async function exportAs(order: ExporterOrder): Promise<ExporterResult> {
  const program = new URL('./exporter.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [program, JSON.stringify(order)]);
  return JSON.parse(stdout);
}

export const bench = defineBench({
  about: 'Exports points as CSV and XLSX in a process of its own, with its time, memory and the wait of other work.',
  options: {
    points: { default: 10_000_000, about: 'points of 100 series, one a minute' },
    xlsx: { default: 1_000_000, about: 'rows of the XLSX file' },
  },
  async run({ points, xlsx }, { table }) {
    const series = 100;
    const days = Math.ceil(points / series / minutesOfDay);
    const database = await openDatabase();
    await writePoints(database, series, days);
    const span = { from: firstDay, to: firstDay + days * dayMs };
    const common = { url: database.url, dir: await temporaryFolder(), series, span };
    const add = table('Exports');
    for (const [format, rowLimit] of [
      ['csv', points],
      ['xlsx', xlsx],
    ] as const) {
      const { ms, rows, sizeBytes, idleRssMb, maxRssMb, waitP99Ms } = await exportAs({ ...common, format, rowLimit });
      const of = `${rows.toLocaleString('en')} rows as ${format.toUpperCase()}`;
      const isPromised = format === 'csv' && rows === 10_000_000;
      add('duration', ms / 1_000, 's', { of, ...(isPromised ? { target: { atMost: 60 } } : {}) });
      add('memory of the export', maxRssMb - idleRssMb, 'MB', {
        of,
        ...(isPromised ? { target: { atMost: 300 } } : {}),
      });
      add('memory of the program without it', idleRssMb, 'MB', { of });
      add('rows per second', rows / (ms / 1_000), 'rows/s', { of });
      add('size', sizeBytes / 1_000_000, 'MB', { of });
      add('wait of other work, p99', waitP99Ms, 'ms', { of });
    }
    await database.stop();
  },
});
