import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { feedbacks } from '../index.ts';

export const nounFactories: NounFactories = {
  async feedback(server, account) {
    const texts = { title: 'x', content: 'x', contact: '', page: '', userName: 'x' };
    const values = { accountId: account.id, ...texts, kind: 'like' as const, state: 'kept' as const };
    return onlyId(await server.database.db.insert(feedbacks).values(values).returning({ id: feedbacks.id }));
  },
};
