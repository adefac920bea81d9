import { readDemo, removeDemo } from '@stellwerk/contract/demo';
import { cancelJob, readJob } from '@stellwerk/contract/job';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openInstallation } from '../../../test/demo/installation.ts';
import { countRows, isDone, until } from '../../../test/demo/small-world.ts';

const size = { scale: 0.1, days: 3 };
const timeoutMs = 60_000;

/** A world that waits to be built, since no jobs run yet. */
async function plant() {
  const { server, administrator: as } = await openInstallation();
  onTestFinished(async () => {
    await server.jobs.stop();
    await server.close();
  });
  const countAll = () => countRows((text) => server.database.pool.query<Record<string, number>>(text));
  const before = await countAll();
  await server.demo.plant(server.jobs, size);
  const read = async () => (await server.call(readDemo, {}, { as })).body.data;
  return {
    server,
    as,
    read,
    async cancel() {
      const id = (await read())?.jobId ?? 0;
      return (await server.call(cancelJob, { params: { id } }, { as })).body.data;
    },
    /** A job has come to its end, and nothing of the world is left. */
    async expectGone(jobId: number, state: string) {
      const jobNow = async () => (await server.call(readJob, { params: { id: jobId } }, { as })).body.data;
      await expect.poll(async () => (await jobNow()).state, { timeout: timeoutMs }).toBe(state);
      expect(await read()).toBeNull();
      expect(await countAll()).toEqual(before);
    },
  };
}

describe('a world whose building is canceled', () => {
  it(
    'before it began is shown as such, and can be removed',
    async () => {
      const { server, as, read, cancel, expectGone } = await plant();
      expect(await cancel()).toMatchObject({ state: 'canceled', startedAt: null });
      expect(await read()).toMatchObject({ state: 'failed', jobId: null, deviceCount: 0 });
      await server.jobs.start();
      const { body } = await server.call(removeDemo, {}, { as });
      await expectGone(body.data.jobId, 'done');
    },
    timeoutMs,
  );

  it(
    'in the middle of its past is gone as a whole',
    async () => {
      const { server, read, cancel, expectGone } = await plant();
      await server.jobs.start();
      await until(async () => isDone(await read(), 0.6));
      const { id } = await cancel();
      await expectGone(id, 'canceled');
    },
    timeoutMs,
  );
});
