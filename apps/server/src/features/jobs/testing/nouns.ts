import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { jobs } from '../../../platform/jobs/job.table.ts';

export const nounFactories: NounFactories = {
  async job(server, account) {
    const values = { accountId: account.id, scopeId: account.scopeId, kind: 'test', title: 'test', payload: {} };
    return onlyId(await server.database.db.insert(jobs).values(values).returning({ id: jobs.id }));
  },
};
