import type { NounFactories, NounFactory } from '../../../../test/noun-factory.ts';

const makeState: NounFactory = async (server, account) => (await server.make.state({ account })).id;

export const nounFactories: NounFactories = { state: makeState, sourceState: makeState };
