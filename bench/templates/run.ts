import { setTimeout as delay } from 'node:timers/promises';
import { defineBench } from '../bench.ts';
import { makeConnector, type Program, signIn, startProgram } from '../ingest/program.ts';
import { percentile } from '../measure.ts';
import { temporaryFolder } from '../resources.ts';

const syncTarget = { atMost: 60_000 };
const listTarget = { atMost: 100 };
const endStates = ['done', 'error', 'canceled'];
const importSize = 500;
const callsAtOnce = 4;

interface Caller {
  program: Program;
  token: string;
}

async function call<T>({ program, token }: Caller, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${program.address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const read = (await answer.json()) as { data: T };
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(read)}`);
  return read.data;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedMs = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedMs };
}

/** Waits for the end of a job, and fails if an item failed. */
async function finish(caller: Caller, id: number): Promise<void> {
  for (;;) {
    const job = await call<{ state: string; errorCount: number }>(caller, 'GET', `/background-runners/${id}`);
    if (job.state === 'done' && job.errorCount === 0) return;
    if (endStates.includes(job.state)) throw new Error(`job ${id}: ${JSON.stringify(job)}`);
    await delay(20);
  }
}

interface Started {
  job: { id: number } | null;
}

async function importDevices(caller: Caller, place: object, count: number): Promise<void> {
  for (let start = 0; start < count; start += importSize) {
    const size = Math.min(importSize, count - start);
    const lines = Array.from({ length: size }, (_, index) => `Sensor ${start + index};S-${start + index}`);
    const body = { title: 'Bench', tenantId: 1, ...place, csv: ['title;externalId', ...lines].join('\n') };
    const { job } = await call<Started>(caller, 'POST', '/background-runners/virtualdevice-bulk-import', body);
    await finish(caller, job?.id ?? 0);
  }
}

async function linkAll(caller: Caller, templateId: number): Promise<void> {
  const page = 100;
  for (let offset = 0; ; offset += page) {
    const path = `/virtualdevice/?limit=${page}&offset=${offset}&sort=createdAt`;
    const ids = (await call<{ id: number }[]>(caller, 'GET', path)).map(({ id }) => id);
    if (ids.length === 0) return;
    await call(caller, 'POST', `${templates}/${templateId}/link`, { ids });
  }
}

const templates = '/digitaltwin/device-templates';
const rule = (limit: number) => ({
  ...{ key: 'hot', title: 'Hot', metrics: [{ alias: 't', stateKey: 't' }] },
  conditions: { mode: 'tree', tree: { op: 'when', metric: 't', cmp: 'gt', value: limit } },
  alarm: { severity: 'error', message: 'Hot' },
});

export const bench = defineBench({
  about: 'Device templates: synchronisation of many devices, and a list of many templates.',
  options: {
    devices: { default: 10_000, about: 'devices linked to one template' },
    templates: { default: 10_000, about: 'templates in the list' },
    rounds: { default: 50, about: 'pages of the list' },
  },
  async run({ devices, templates: count, rounds }, { table }) {
    const program = await startProgram(await temporaryFolder());
    const caller = { program, token: await signIn(program) };
    const { id: connectorId } = await makeConnector(program, caller.token, 'webhook-incoming');
    const variables = ['t', 'humidity'].map((name) => ({ name }));
    const versions = [{ parser: { type: 'none' }, variables }];
    const driver = await call<{ id: number }>(caller, 'POST', '/devicedrivers', {
      ...{ title: 'Bench', accountId: 1, versions },
    });
    const draft = (more: object) => ({
      ...{ connectorId, deviceDriverId: driver.id },
      states: variables.map(({ name }) => ({ key: name, title: name, variable: name })),
      ...more,
    });
    const publish = async (id: number, body: object) => {
      const { job } = await call<Started>(caller, 'POST', `${templates}/${id}/publish-and-sync`, body);
      if (job) await finish(caller, job.id);
    };
    const body = { title: 'Bench', accountId: 1, draft: draft({}) };
    const { id } = await call<{ id: number }>(caller, 'POST', templates, body);
    await publish(id, {});
    await importDevices(caller, { bridgeId: connectorId, deviceDriverId: driver.id }, devices);
    await linkAll(caller, id);

    const add = table(`Publish and sync of ${devices} devices`);
    const sync = async (what: string, more: object) => {
      const changed = draft(more);
      const { ms } = await timed(() => publish(id, { draft: changed }));
      add(what, ms, 'ms', { target: syncTarget });
    };
    await sync('a tag', { tags: ['bench'] });
    await sync('title of a state', { states: [{ key: 't', title: 'Temperature', variable: 't' }] });
    await sync('a rule with an alarm', { rules: [rule(30)] });
    await sync('its limit', { rules: [rule(40)] });

    let made = 1;
    const makeOthers = async () => {
      while (made < count) {
        made += 1;
        await call(caller, 'POST', templates, { ...body, title: `Template ${made}` });
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, makeOthers));
    const list = table(`List of ${count} templates`);
    for (const [what, query] of [
      ['first page', 'limit=20'],
      ['page in the middle', `limit=20&offset=${Math.floor(count / 2)}`],
      ['search', 'limit=20&search=template%2099'],
    ] as const) {
      const durations: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        durations.push((await timed(() => call(caller, 'GET', `${templates}?${query}`))).ms);
      }
      list(`${what}, 95th percentile`, percentile(durations, 0.95), 'ms', { target: listTarget });
    }
  },
});
