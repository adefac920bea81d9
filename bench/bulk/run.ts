import { setTimeout as delay } from 'node:timers/promises';
import { defineBench } from '../bench.ts';
import { makeConnector, type Program, signIn, startProgram } from '../ingest/program.ts';
import { percentile } from '../measure.ts';
import { temporaryFolder } from '../resources.ts';

const target = { atMost: 5_000 };
const endStates = ['done', 'error', 'canceled'];

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

const path = '/background-runners/virtualdevice-bulk-import';

const listOf = (devices: number, round: number) =>
  [
    'title;externalId;tags;groups;latitude;longitude;ref.inventory;prop.vendor',
    ...Array.from({ length: devices }, (_, index) => {
      const name = `${round}-${String(index).padStart(4, '0')}`;
      return `Sensor ${name};S-${name};"bench;round ${round}";all;48,${index};9,${index};INV-${name};Example`;
    }),
  ].join('\n');

/** Durations of a small call, one after the other, until the work has ended. */
async function probeDuring(caller: Caller, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  let isOver = false;
  const ended = work().finally(() => {
    isOver = true;
  });
  while (!isOver) durations.push((await timed(() => call(caller, 'GET', '/virtualdevice/?limit=20'))).ms);
  await ended;
  return durations;
}

export const bench = defineBench({
  about: 'Bulk import of devices from CSV: preview, job and undo, and a list that is read meanwhile.',
  options: {
    devices: { default: 500, about: 'lines of each list, at most 500' },
    rounds: { default: 3, about: 'lists that are imported, one after the other' },
  },
  async run({ devices, rounds }, { table }) {
    const program = await startProgram(await temporaryFolder());
    const caller = { program, token: await signIn(program) };
    const { id: bridgeId } = await makeConnector(program, caller.token, 'webhook-incoming');
    const idle = await probeDuring(caller, () => delay(2_000));
    const during: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const add = table(`Import ${round}`);
      const body = { title: 'Bench', tenantId: 1, bridgeId, deviceDriverId: null, csv: listOf(devices, round) };
      const preview = await timed(() => call<Started>(caller, 'POST', path, { ...body, dryRun: true }));
      add('preview', preview.ms, 'ms', { target });
      let jobId = 0;
      const before = await program.usage();
      const imported = await timed(async () => {
        during.push(
          ...(await probeDuring(caller, async () => {
            const { job } = await call<Started>(caller, 'POST', path, body);
            jobId = job?.id ?? 0;
            await finish(caller, jobId);
          })),
        );
      });
      add('import, from the call to the end of the job', imported.ms, 'ms', { target });
      // Comparable on a machine that is busy with other work, too.
      add('processor time of the program meanwhile', (await program.usage()).cpuMs - before.cpuMs, 'ms');
      if (round < rounds) continue;
      const undone = await timed(async () => {
        const { id } = await call<{ id: number }>(caller, 'POST', `/background-runners/${jobId}/undo`);
        await finish(caller, id);
      });
      add('undo', undone.ms, 'ms');
    }
    const add = table('A list of 20 devices meanwhile');
    add('idle, 99th percentile', percentile(idle, 0.99), 'ms');
    add('during imports, 99th percentile', percentile(during, 0.99), 'ms', {
      target: { atMost: 3 * percentile(idle, 0.99) },
    });
  },
});
