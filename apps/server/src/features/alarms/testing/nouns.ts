import type { NounFactories } from '../../../../test/noun-factory.ts';

export const nounFactories: NounFactories = { alarm: (server, account) => server.make.alarm({ account }) };
