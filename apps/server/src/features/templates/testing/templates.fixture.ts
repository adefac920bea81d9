import { type Device, readDevice } from '@stellwerk/contract/device';
import { type DeviceTemplate, type TemplateContent, templateContent } from '@stellwerk/contract/device-template';
import {
  createDeviceTemplate,
  linkDevices,
  listLinkedDevices,
  publishTemplate,
  readDeviceTemplate,
  updateDeviceTemplate,
} from '@stellwerk/contract/device-template-calls';
import { listTwinRules } from '@stellwerk/contract/rule-calls';
import { listTwinStates } from '@stellwerk/contract/state';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { TestAccount, TestConnector, TestDriver, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { createDeviceFixture, everything } from '../../devices/testing/devices.fixture.ts';
import { finishJob } from '../../twins/testing/finish-job.ts';

type Content = z.input<typeof templateContent>;

export interface TemplateWorld {
  user: TestUser;
  account: TestAccount;
  connector: TestConnector;
  driver: TestDriver;
}

export const managesTemplates = [...everything, 'DeviceTemplate.manage', 'DeviceDriver.manage'];

export const temperature = { key: 't', title: 'Temperature', unit: '°C', variable: 't' };

/** An alarm above a limit. */
export const limitRule = (limit: number) => ({
  key: 'too-hot',
  title: 'Too hot',
  metrics: [{ alias: 'temperature', stateKey: 't' }],
  conditions: {
    mode: 'tree' as const,
    tree: { op: 'when' as const, metric: 'temperature', cmp: 'gt' as const, value: limit },
  },
  alarm: { severity: 'error' as const, message: 'Too hot' },
});

/** Calls that most tests of templates use. */
export function createTemplateFixture(server: TestServer) {
  const devices = createDeviceFixture(server);
  let count = 0;

  async function world(script?: string): Promise<TemplateWorld> {
    const { user, account, connector } = await devices.manager({ permissions: managesTemplates });
    const driver = await devices.driver(account, [{ name: 't' }, { name: 'humidity' }], script);
    return { user, account, connector, driver };
  }

  const contentOf = ({ connector, driver }: TemplateWorld, more: Partial<Content> = {}): TemplateContent =>
    templateContent.parse({ connectorId: connector.id, driverId: driver.id, states: [temperature], ...more });

  async function make(at: TemplateWorld, more: Partial<Content> = {}): Promise<DeviceTemplate> {
    count += 1;
    const body = { title: `Template ${count}`, accountId: at.account.id, draft: contentOf(at, more) };
    const answer = await server.call(createDeviceTemplate, { body }, { as: at.user });
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    return answer.body.data;
  }

  const device = (at: TemplateWorld, more: object = {}): Promise<Device> =>
    devices.create(at.user, at.connector, { driverId: at.driver.id, ...more });

  const publish = (at: TemplateWorld, id: number, body: object = {}) =>
    server.call(publishTemplate, { params: { id }, body }, { as: at.user });

  /** Publishes, waits for the job, and returns it if there was one. */
  async function sync(at: TemplateWorld, id: number, body: object = {}) {
    const answer = await publish(at, id, body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const { job } = answer.body.data;
    return job ? finishJob(server, at.user, job.id) : undefined;
  }

  const link = (at: TemplateWorld, id: number, ids: number[], dryRun = false) =>
    server.call(linkDevices, { params: { id }, body: { ids, dryRun } }, { as: at.user });

  /** A published template with linked devices. */
  async function linked(at: TemplateWorld, size: number, more: Partial<Content> = {}) {
    const template = await make(at, more);
    await sync(at, template.id);
    const made: Device[] = [];
    for (let n = 0; n < size; n += 1) made.push(await device(at));
    const ids = made.map(({ id }) => id);
    if (size === 0) return { template, devices: made, ids };
    const answer = await link(at, template.id, ids);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return { template, devices: made, ids };
  }

  const read = async (at: TemplateWorld, id: number) =>
    (await server.call(readDeviceTemplate, { params: { id } }, { as: at.user })).body.data;

  const save = (at: TemplateWorld, id: number, draft: TemplateContent, basedOn?: number) =>
    server.call(
      updateDeviceTemplate,
      { params: { id }, body: { draft, ...(basedOn === undefined ? {} : { basedOn }) } },
      { as: at.user },
    );

  const statesOf = async (at: TemplateWorld, id: number) =>
    (await server.call(listTwinStates, { params: { id } }, { as: at.user })).body.data;

  const rulesOf = async (at: TemplateWorld, id: number) =>
    (await server.call(listTwinRules, { params: { id } }, { as: at.user })).body.data;

  const deviceOf = async (at: TemplateWorld, id: number) =>
    (await server.call(readDevice, { params: { id } }, { as: at.user })).body.data;

  const linksOf = async (at: TemplateWorld, id: number) =>
    (await server.call(listLinkedDevices, { params: { id }, query: {} }, { as: at.user })).body.data;

  return {
    ...{ devices, world, contentOf, make, device, publish, sync, link, linked, read, save },
    ...{ statesOf, rulesOf, deviceOf, linksOf },
  };
}
