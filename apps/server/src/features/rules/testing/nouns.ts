import type { NounFactories } from '../../../../test/noun-factory.ts';

export const nounFactories: NounFactories = {
  rule: async (server, account) => (await server.make.rule({ account })).id,
  zone: async (server, account) => (await server.make.twin({ account })).id,
};
