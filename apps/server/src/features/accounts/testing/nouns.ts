import type { NounFactories } from '../../../../test/noun-factory.ts';

export const nounFactories: NounFactories = {
  account: async (_server, account) => account.id,
  parentAccount: async (_server, account) => account.id,
  scope: async (_server, account) => account.scopeId,
};
