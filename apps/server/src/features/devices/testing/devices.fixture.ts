import { createDevice, type newDevice } from '@stellwerk/contract/device';
import type { TargetVariable } from '@stellwerk/contract/driver';
import { createState, newState } from '@stellwerk/contract/state';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { TestAccount, TestConnector, TestDriver, TestTwin, TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { driverVersions } from '../../drivers/index.ts';

export const kindsDir = new URL('./kinds', import.meta.url).pathname;

/** A server with the kinds of connectors in the folder `kinds`. */
export const startDeviceServer = (overrides: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> =>
  startTestServer({ connectors: { pluginsDir: kindsDir }, ...overrides });

export const everything = ['VirtualDevice.manage', 'DigitalTwin.manage', 'DigitalTwinStates.manage'];

type NewDevice = z.input<typeof newDevice>;

/** An account with a user who manages its devices, and a connector. */
export function createDeviceFixture(server: TestServer) {
  const { db } = server.database;
  let count = 0;

  async function manager(options: { account?: TestAccount; permissions?: string[] } = {}) {
    const { permissions = everything } = options;
    const user = await server.make.user({ permissions, ...(options.account ? { account: options.account } : {}) });
    const connector = await server.make.connector({ account: user.account, type: 'plain' });
    return { user, account: user.account, connector };
  }

  /** A driver with these target variables in its published version. */
  async function driver(
    account: TestAccount,
    variables: Partial<TargetVariable>[],
    script?: string,
  ): Promise<TestDriver & { versionId: number }> {
    const made = await server.make.driver({ account, ...(script === undefined ? {} : { script }) });
    const versionId = made.versionId ?? 0;
    await db
      .update(driverVersions)
      .set({ variables: variables.map((variable) => ({ ...plainVariable, ...variable })) })
      .where(eq(driverVersions.id, versionId));
    return { ...made, versionId };
  }

  const tryCreate = (as: TestUser, connector: TestConnector, body: Partial<NewDevice> = {}) => {
    count += 1;
    const plain = { title: `device ${count}`, externalId: `D${count}`, connectorId: connector.id };
    return server.call(createDevice, { body: { ...plain, tenantId: as.account.id, ...body } }, { as });
  };

  async function create(as: TestUser, connector: TestConnector, body: Partial<NewDevice> = {}) {
    const { status, body: answer } = await tryCreate(as, connector, body);
    expect([status, answer.code]).toEqual([201, undefined]);
    return answer.data;
  }

  /** A state on a twin that is computed from a state of a device. */
  async function aggregate(as: TestUser, account: TestAccount, sourceId: number): Promise<TestTwin> {
    const twin = await server.make.twin({ account });
    const body = newState.parse({ key: 'sum', title: 'Sum', config: { source: 'aggregate', stateIds: [sourceId] } });
    expect((await server.call(createState, { params: { id: twin.id }, body }, { as })).status).toBe(201);
    return twin;
  }

  return { manager, driver, tryCreate, create, aggregate };
}

const plainVariable: TargetVariable = { name: 'value', title: '', valueType: 'number', unit: '', expression: '' };
