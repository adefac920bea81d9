import { templateContent } from '@stellwerk/contract/device-template';
import { type NounFactories, type NounFactory, onlyId } from '../../../../test/noun-factory.ts';
import { deviceTemplates } from '../template.table.ts';

const makeTemplate: NounFactory = async (server, account) => {
  const { id: driverId } = await server.make.driver({ account });
  const { id: connectorId } = await server.make.connector({ account });
  const draft = templateContent.parse({ connectorId, driverId });
  const values = { accountId: account.id, title: `template ${driverId}`, draft, connectorId, driverId };
  return onlyId(await server.database.db.insert(deviceTemplates).values(values).returning({ id: deviceTemplates.id }));
};

export const nounFactories: NounFactories = {
  deviceTemplate: makeTemplate,
  seenDeviceTemplate: makeTemplate,
  seenDevice: async (server, account) => (await server.make.device({ account })).id,
};
