import type { NounFactories, NounFactory } from '../../../../test/noun-factory.ts';

const makeUser: NounFactory = async (server, account) => (await server.make.user({ account })).id;

export const nounFactories: NounFactories = { user: makeUser, relatedUser: makeUser, caller: makeUser };
