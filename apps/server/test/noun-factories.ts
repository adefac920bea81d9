import type { NounName } from '@stellwerk/contract/core/id';
import { jobs } from '../src/platform/jobs/job.table.ts';
import type { TestAccount } from './factories.ts';
import type { TestServer } from './server.ts';

export type NounFactory = (server: TestServer, account: TestAccount) => Promise<number>;

/** One per noun whose id stands in a route: makes an object in the given account and returns its id. */
export const nounFactories: Partial<Record<NounName, NounFactory>> = {
  account: async (_server, account) => account.id,
  scope: async (_server, account) => account.scopeId,
  job: async (server, account) => {
    const values = { accountId: account.id, scopeId: account.scopeId, kind: 'test', title: 'test', payload: {} };
    const [created] = await server.database.db.insert(jobs).values(values).returning({ id: jobs.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },
  user: async (server, account) => (await server.make.user({ account })).id,
};
