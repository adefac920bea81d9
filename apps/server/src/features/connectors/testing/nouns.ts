import type { NounFactories, NounFactory } from '../../../../test/noun-factory.ts';

const makeConnector: NounFactory = async (server, account) => (await server.make.connector({ account })).id;

export const nounFactories: NounFactories = { connector: makeConnector, connectorChoice: makeConnector };
