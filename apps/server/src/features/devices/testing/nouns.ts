import type { NounFactories } from '../../../../test/noun-factory.ts';

export const nounFactories: NounFactories = {
  device: async (server, account) => (await server.make.device({ account })).id,
};
