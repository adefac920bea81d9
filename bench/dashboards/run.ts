import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { databaseMs } from '../history/cpu.ts';
import { dayMs, days } from '../history/series.ts';
import { type Program, signIn, startProgram } from '../ingest/program.ts';
import { median } from '../measure.ts';
import { benchViewers } from './viewers.ts';
import { chart, twelveWidgets } from './widgets.ts';
import { buildWorld, end, longDays, type World } from './world.ts';

/**
 * npm run bench -- dashboards [--points 2000000] [--rounds 15] [--rate 1000] [--seconds 20]: what dashboards ask of the
 * whole program, over HTTP. Each round asks for another span, so that nothing is answered from what is kept of the last.
 */

const { values: given } = parseArgs({
  options: {
    points: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
  },
});
const rounds = Number(given.rounds);
const iso = (at: number) => new Date(at).toISOString();

/** So far apart that answers of one round never serve the next. */
const stepMs = 60_000;
let moved = 0;
/** A span of so many days, each time another one. */
function nextSpan(daysBack: number) {
  moved += stepMs;
  return { start: iso(end - daysBack * dayMs + moved), end: iso(end + moved) };
}

interface Answered {
  ms: number;
  bytes: number;
  text: string;
}

function createCaller({ address }: Program, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  return async (method: string, path: string, body?: object): Promise<Answered> => {
    const startedMs = performance.now();
    const answer = await fetch(`${address}/api/v1/dashboards${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const ms = performance.now() - startedMs;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    return { ms, bytes: text.length, text };
  };
}
type Call = ReturnType<typeof createCaller>;

/** Times depend on what else the machine does; what the program and its database spend on a call hardly does. */
function createMeter(program: Program, pool: pg.Pool) {
  const spent = async () => ({ program: (await program.usage()).cpuMs, database: await databaseMs(pool) });
  return async (name: string, ask: () => Promise<Answered>, limitMs?: number) => {
    await ask();
    const times: number[] = [];
    let bytes = 0;
    const before = await spent();
    for (let round = 0; round < rounds; round += 1) {
      const answer = await ask();
      times.push(answer.ms);
      bytes = answer.bytes;
    }
    const after = await spent();
    const each = (ms: number) => Math.round(ms / rounds);
    console.log(name, {
      'median, ms': Math.round(median(times)),
      'best, ms': Math.round(Math.min(...times)),
      'worst, ms': Math.round(Math.max(...times)),
      'program, ms of CPU': each(after.program - before.program),
      'database, ms of CPU': each(after.database - before.database),
      'answer, kB': Math.round(bytes / 1_000),
      ...(limitMs === undefined ? {} : { 'limit, ms': limitMs, reached: median(times) < limitMs }),
    });
  };
}
type Meter = ReturnType<typeof createMeter>;

async function benchWidgets(call: Call, meter: Meter, world: World): Promise<void> {
  const widgets = twelveWidgets(world);
  const made = await call('POST', '', { tenantId: 1, name: 'Twelve', widgets });
  const { id } = (JSON.parse(made.text) as { data: { id: number } }).data;
  const all = (span: { start: string; end: string }) =>
    call('GET', `/${id}/widgets/__all__/data?dateRangeStart=${span.start}&dateRangeEnd=${span.end}`);
  const preview = (widgetDefinition: object, dateRange: object) =>
    call('POST', `/${id}/widgets/__by_definition__/data`, { widgetDefinition, dateRange });
  const { text } = await all(nextSpan(days));
  if (text.includes('"error":')) throw new Error(text.slice(text.indexOf('"error":'), 500));
  const fixed = nextSpan(days);
  await meter('12 widgets, 30 days, cold', () => all(nextSpan(days)), 300);
  await meter('12 widgets, 30 days, kept', () => all(fixed));
  await meter('50 at once, 30 days', async () => {
    const span = nextSpan(days);
    const startedMs = performance.now();
    const [first] = await Promise.all(Array.from({ length: 50 }, () => all(span)));
    return { bytes: first?.bytes ?? 0, text: '', ms: performance.now() - startedMs };
  });
  for (const [name, twins, data] of [
    ['10 series every minute', world.everyMinute, {}],
    ['10 series every quarter', world.everyQuarter, {}],
    ['10 series every minute, 6-h means', world.everyMinute, { aggregate: true, interval: '6h' }],
  ] as const) {
    const line = chart(twins, { chartType: 'line' }, data);
    await meter(`${name}, ${longDays} days`, () => preview(line, nextSpan(longDays)), 1_000);
  }
  for (const [index, widget] of widgets.entries()) {
    const name = `${index + 1}: ${widget.type} ${String(widget.options.chartType ?? '')}`.trim();
    await meter(name, () => preview(widget, nextSpan(days)));
  }
}

async function withProgram(work: (program: Program) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stellwerk-bench-'));
  await chmod(dataDir, 0o711);
  try {
    const program = await startProgram(dataDir, { DEMO: 'off', INGEST_ACCOUNT_SHARE: '1' });
    await work(program);
    await program.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

await withProgram(async (program) => {
  const database = connect({ url: program.databaseUrl });
  const world = await buildWorld(database, Number(given.points));
  const { rows } = await database.pool.query(`select (select sum(points)::int from history_days) as packed,
    (select count(*)::int from history_points) as open, (select count(*)::int from states) as series`);
  console.table({ cores: cpus().length, load: loadavg()[0], ...rows[0] });
  const call = createCaller(program, await signIn(program));
  await benchWidgets(call, createMeter(program, database.pool), world);
  console.table({ load: loadavg()[0], memoryMb: (await program.usage()).memoryMb });
  await database.close();
});
await withProgram(async (program) => {
  const pool = new pg.Pool({ connectionString: program.databaseUrl });
  const order = { rate: Number(given.rate), seconds: Number(given.seconds) };
  console.table(await benchViewers(program, pool, order));
  await pool.end();
});
