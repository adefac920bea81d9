import type { RouteCall } from '@stellwerk/contract/core/route';
import { createDriver, type Driver, publishDriver, readDriver, updateDriver } from '@stellwerk/contract/driver';
import type { TestAccount, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';

type NewDriver = RouteCall<typeof createDriver>['body'];
type Draft = NonNullable<RouteCall<typeof updateDriver>['body']['draft']>;

/** Calls that most tests of drivers use. */
export function driverCalls(server: TestServer) {
  const manager = (account?: TestAccount) =>
    server.make.user({ permissions: ['DeviceDriver.manage'], ...(account ? { account } : {}) });
  const reader = (account?: TestAccount) =>
    server.make.user({ permissions: ['DeviceDriver.read'], ...(account ? { account } : {}) });

  async function make(as: TestUser, body: Partial<NewDriver> = {}): Promise<Driver> {
    const given = { title: 'Driver', accountId: as.account.id, ...body };
    const answer = await server.call(createDriver, { body: given }, { as });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body.code}`);
    return answer.body.data;
  }

  async function read(as: TestUser, id: number): Promise<Driver> {
    const answer = await server.call(readDriver, { params: { id } }, { as });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.code}`);
    return answer.body.data;
  }

  async function draft(as: TestUser, id: number, given: Draft): Promise<Driver> {
    const answer = await server.call(updateDriver, { params: { id }, body: { draft: given } }, { as });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.code}`);
    return answer.body.data;
  }

  const publish = (as: TestUser, id: number, updateDevices = true) =>
    server.call(publishDriver, { params: { id }, body: { updateDevices } }, { as });

  return { manager, reader, make, read, draft, publish };
}

export const script = (text: string) => ({ type: 'javascript' as const, script: text });
