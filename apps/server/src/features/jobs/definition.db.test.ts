import { listJobDefinitions, retryJob, updateJobDefinition } from '@stellwerk/contract/job';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { jobs } from '../../platform/jobs/job.table.ts';

const sweeping = defineJob({
  kind: 'sweeping',
  undo: { way: 'impossible' },
  payload: z.object({}),
  afterCrash: 'resume',
  retry: (payload) => payload,
  run: async () => {},
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ extraKinds: [sweeping] });
});
afterAll(() => server.close());

const set = async (kind: string, active: boolean, permission: 'super.system.manage' | 'all.manage') => {
  const user = await server.make.user({ permissions: [permission] });
  return server.call(updateJobDefinition, { params: { kind }, body: { active } }, { as: user });
};

describe('/api/v1/job-definitions', () => {
  it('lists the kinds with their way of undoing', async () => {
    const admin = await server.make.user({ permissions: ['all.manage'] });
    const { status, body } = await server.call(listJobDefinitions, {}, { as: admin });
    expect(status).toBe(200);
    expect(body.data).toContainEqual({
      kind: 'sweeping',
      active: true,
      undo: { way: 'impossible', withinDays: null },
      isRetryable: true,
      resumes: true,
      abilities: { update: false },
    });
  });

  it('switches a kind off: it accepts neither new jobs nor retries, until it is on again', async () => {
    const user = await server.make.user({ permissions: ['VirtualDevice.manage'] });
    const common = {
      accountId: user.account.id,
      scopeId: user.account.scopeId,
      userId: user.id,
      apiKeyId: null,
      title: 'Sweep',
    };
    const enqueue = () => server.jobs.enqueue(server.database.db, { ...common, kind: 'sweeping', payload: {} });
    const [ended] = await server.database.db
      .insert(jobs)
      .values({ ...common, kind: 'sweeping', payload: {}, state: 'error' })
      .returning({ id: jobs.id });
    const off = await set('sweeping', false, 'super.system.manage');
    expect(off.body.data).toMatchObject({ kind: 'sweeping', active: false, abilities: { update: true } });
    await expect(enqueue()).rejects.toMatchObject({ code: 'BACKGROUND_JOBS_KIND_INACTIVE' });
    const retried = await server.call(retryJob, { params: { id: ended?.id ?? 0 } }, { as: user });
    expect([retried.status, retried.body.code]).toEqual([409, 'BACKGROUND_JOBS_KIND_INACTIVE']);
    expect((await set('sweeping', true, 'super.system.manage')).body.data.active).toBe(true);
    expect(await enqueue()).toBeGreaterThan(0);
  });

  it('is changed by system administrators only, and knows no other kinds', async () => {
    expect((await set('sweeping', false, 'all.manage')).status).toBe(403);
    const { status, body } = await set('unknown', false, 'super.system.manage');
    expect([status, body.code]).toEqual([400, 'BACKGROUND_JOBS_UNKNOWN_JOB_TYPE']);
  });
});
