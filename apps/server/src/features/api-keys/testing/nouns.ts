import { randomBytes } from 'node:crypto';
import type { NounFactories } from '../../../../test/noun-factory.ts';
import { createApiKey } from '../index.ts';

export const nounFactories: NounFactories = {
  async apiKey(server, account) {
    const { id: userId } = await server.make.user({ account });
    const key = { userId, keyHash: randomBytes(32), prefix: 'sw_test', title: 'test', callsPerMinute: 60 };
    return createApiKey(server.database.db, key);
  },
};
