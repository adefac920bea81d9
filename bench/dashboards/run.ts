import pg from 'pg';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { defineBench } from '../bench.ts';
import { databaseMs } from '../cpu.ts';
import { dayMs } from '../history/series.ts';
import { type Program, signIn, startProgram } from '../ingest/program.ts';
import { median } from '../measure.ts';
import { atTheEnd, temporaryFolder } from '../resources.ts';
import type { Add, Recorder } from '../result.ts';
import { addOpening } from './opening.ts';
import { addViewers } from './viewers.ts';
import { chart, twelveWidgets } from './widgets.ts';
import { buildWorld, days, end, longDays, type World } from './world.ts';

/** Each round requests another span, so that no result is cached. */

const iso = (at: number) => new Date(at).toISOString();

/** Distance of spans, larger than the lifetime of cached results. */
const stepMs = 60_000;
let moved = 0;
/** A span of this number of days, different in each call. */
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

/** Durations depend on other load; CPU time of program and database hardly does. */
function createMeter(add: Add, program: Program, pool: pg.Pool, rounds: number) {
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
    const target = limitMs === undefined ? {} : { target: { atMost: limitMs } };
    add(name, median(times), 'ms', { of: 'median', ...target });
    add(name, Math.max(...times), 'ms', { of: 'worst' });
    add(name, (after.program - before.program) / rounds, 'ms', { of: 'processor, program' });
    add(name, (after.database - before.database) / rounds, 'ms', { of: 'processor, database' });
    add(name, bytes / 1_000, 'kB', { of: 'answer' });
  };
}
type Meter = ReturnType<typeof createMeter>;

const name = 'Twelve widgets';
const lastDays = { type: 'absolute', start: iso(end - days * dayMs), end: iso(end) };

async function askWidgets(call: Call, meter: Meter, world: World): Promise<void> {
  const widgets = twelveWidgets(world);
  const made = await call('POST', '', { tenantId: 1, name, widgets, defaultDateRange: lastDays });
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
  for (const [what, twins, data] of [
    ['10 series every minute', world.everyMinute, {}],
    ['10 series every quarter', world.everyQuarter, {}],
    ['10 series every minute, 6-h means', world.everyMinute, { aggregate: true, interval: '6h' }],
  ] as const) {
    const line = chart(twins, { chartType: 'line' }, data);
    await meter(`${what}, ${longDays} days`, () => preview(line, nextSpan(longDays)), 1_000);
  }
  for (const [index, widget] of widgets.entries()) {
    const what = `${index + 1}: ${widget.type} ${String(widget.options.chartType ?? '')}`.trim();
    await meter(what, () => preview(widget, nextSpan(days)));
  }
}

interface Sizes {
  points: number;
  rounds: number;
  rate: number;
  seconds: number;
  openings: number;
}

async function run({ points, rounds, rate, seconds, openings }: Sizes, { table }: Recorder): Promise<void> {
  const program = await startProgram(await temporaryFolder());
  const database = connect({ url: program.databaseUrl });
  const close = atTheEnd(database.close);
  const world = await buildWorld(database, points);
  const call = createCaller(program, await signIn(program));
  await askWidgets(call, createMeter(table('Data of widgets, over HTTP'), program, database.pool, rounds), world);
  await close();
  await addOpening(
    table('Opening the twelve widgets from the list, in a browser without a graphics card'),
    program,
    name,
    openings,
  );
  await program.stop();

  const watched = await startProgram(await temporaryFolder(), { INGEST_ACCOUNT_SHARE: '1' });
  const pool = new pg.Pool({ connectionString: watched.databaseUrl });
  atTheEnd(() => pool.end());
  await addViewers(table('Viewers of a hundred devices that report'), watched, pool, { rate, seconds });
}

export const bench = defineBench({
  about:
    'What dashboards ask of the whole program: data of widgets, opening one in a browser, many viewers of live values.',
  options: {
    points: { default: 2_000_000, about: 'of 30 days' },
    rounds: { default: 15, about: 'of each question' },
    rate: { default: 1_000, about: 'values a second that viewers see' },
    seconds: { default: 20, about: 'that they look' },
    openings: { default: 5, about: 'in a browser with an empty cache, each followed by one with what it kept' },
  },
  run,
});
