import { type NounFactories, type NounFactory, onlyId } from '../../../../test/noun-factory.ts';
import { announcements } from '../index.ts';

const makeAnnouncement: NounFactory = async (server, account) => {
  const values = {
    accountId: account.id,
    type: 'info' as const,
    message: 'x',
    active: true,
    includeSubAccounts: false,
  };
  return onlyId(await server.database.db.insert(announcements).values(values).returning({ id: announcements.id }));
};

export const nounFactories: NounFactories = { announcement: makeAnnouncement, ownAnnouncement: makeAnnouncement };
