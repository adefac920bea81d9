import { type NounFactories, type NounFactory, onlyId } from '../../../../test/noun-factory.ts';
import { driverTests } from '../index.ts';

const makeDriver: NounFactory = async (server, account) => (await server.make.driver({ account })).id;

export const nounFactories: NounFactories = {
  driver: makeDriver,
  ownDriver: makeDriver,
  async driverTest(server, account) {
    const values = { driverId: await makeDriver(server, account), title: 'test', packet: {}, expected: {} };
    return onlyId(await server.database.db.insert(driverTests).values(values).returning({ id: driverTests.id }));
  },
};
