import { type Job, readJob } from '@stellwerk/contract/job';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { type JobChange, jobChannel } from '../../../platform/jobs/job.store.ts';

/** Runs the queued jobs until this one has ended. */
export async function finishJob(server: TestServer, as: TestUser, id: number): Promise<Job> {
  const client = await server.database.pool.connect();
  const ended = Promise.withResolvers<void>();
  client.on('notification', ({ payload = '' }) => {
    const change: JobChange = JSON.parse(payload);
    if (change.id === id && ['done', 'error', 'canceled'].includes(change.state)) ended.resolve();
  });
  await client.query(`listen ${jobChannel}`);
  await server.jobs.start();
  await ended.promise;
  await server.jobs.stop();
  client.release(true);
  return (await server.call(readJob, { params: { id } }, { as })).body.data;
}
