import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { fleets } from '../index.ts';

export const nounFactories: NounFactories = {
  async fleet(server, account) {
    const fields = { name: 'test', profile: 'none', deviceCount: 1, intervalSeconds: 60, seed: 1, isRunning: false };
    const values = { ...fields, accountId: account.id, faults: { gap: 0, duplicate: 0, late: 0 } };
    return onlyId(await server.database.db.insert(fleets).values(values).returning({ id: fleets.id }));
  },
};
