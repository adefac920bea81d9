import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { writeCsv } from '../../apps/server/src/features/exports/formats/csv.ts';
import { writeXlsx } from '../../apps/server/src/features/exports/formats/xlsx.ts';
import { bounded } from '../../apps/server/src/features/exports/rows/bounded.ts';
import { rowsOf } from '../../apps/server/src/features/exports/rows/rows.ts';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { createFiles } from '../../apps/server/src/platform/files/files.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';

/** Writes the file of an export, as its job does, in a process of its own, whose memory is that of the export. */

export interface ExporterOrder {
  url: string;
  dir: string;
  format: 'csv' | 'xlsx';
  series: number;
  span: { from: number; to: number };
  rowLimit: number;
}

export interface ExporterResult {
  ms: number;
  rows: number;
  sizeBytes: number;
  /** Memory of the program before it begins. */
  idleRssMb: number;
  maxRssMb: number;
  /** The longest time in a hundred that other work of the process waits. */
  waitP99Ms: number;
}

const formats = { csv: writeCsv, xlsx: writeXlsx };

const order: ExporterOrder = JSON.parse(process.argv[2] ?? '{}');
const database = connect({ url: order.url });
const history = createPostgresHistory(database);
const layout = {
  ...{ format: order.format, aggregation: 'ALL' as const, duration: '1h' as const, method: 'avg' as const },
  ...{ zone: 'Europe/Berlin', language: 'de' as const, delimiter: ';' as const, decimal: ',' as const },
};
const page = Array.from({ length: order.series }, (_, index) => ({
  ...{ stateId: index + 1, key: 'flow', title: 'Durchfluss', unit: 'm³/h', valueType: 'number' as const, position: 0 },
  ...{ twinId: index + 1, twinTitle: `Zähler ${index + 1}`, category: 'virtualDevice' as const },
  externalId: `70B3D5000000${String(index).padStart(4, '0')}`,
}));
const counted = { rows: 0, isCut: false };
const idleRssMb = process.memoryUsage().rss / 1_000_000;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const startedMs = performance.now();
const { span, rowLimit } = order;
const blocks = bounded(rowsOf({ history, span, layout }, page), { rowLimit, counted, check() {} });
const content = formats[order.format]({
  ...{ name: 'bench', blocks, layout, span, createdAt: new Date(), cutNote: () => undefined },
});
const { sizeBytes } = await createFiles({ dir: order.dir }).put(Readable.from(content), {
  ...{ maxBytes: Number.POSITIVE_INFINITY, allowedTypes: 'any', type: 'text/csv', name: `bench.${order.format}` },
});
const result: ExporterResult = {
  ms: performance.now() - startedMs,
  rows: counted.rows,
  sizeBytes,
  idleRssMb,
  // Linux and macOS differ in the unit; Node returns kilobytes on both.
  maxRssMb: process.resourceUsage().maxRSS / 1_000,
  waitP99Ms: delay.percentile(99) / 1_000_000,
};
await database.close();
console.log(JSON.stringify(result));
