import { explainAlarm } from '@stellwerk/contract/alarm';
import type { HealthEntry } from '@stellwerk/contract/health';
import { newState } from '@stellwerk/contract/state';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestAccount, TestDevice, TestTwin, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { addNewest } from '../../../ingest/newest/index.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { alarms } from '../../alarms/index.ts';
import { driverVersions } from '../../drivers/index.ts';
import { states } from '../../states/index.ts';

const script = `function decodeUplink(input) {
  return { data: { temperature: input.bytes[0], battery: input.bytes[1] / 10, nested: { deep: true } } };
}`;
export const parser = { type: 'javascript' as const, script };

export const lowBattery: HealthEntry = {
  identifier: 'low',
  category: 'battery',
  severity: 'error',
  message: 'Battery low',
  stateKeys: ['battery'],
  check: "return states.battery < 2 ? 'low: ' + states.battery : null",
  durationMinutes: 0,
};

/** Devices whose packets go through the whole pipeline. */
export function createFieldFixture(server: TestServer) {
  const { db } = server.database;

  async function addState(twin: TestTwin, key: string, unit: string): Promise<number> {
    const config = { source: 'connector' as const, identifier: '', variable: key };
    const plain = newState.parse({ key, title: key.toUpperCase(), unit, valueType: 'number', config });
    const [created] = await db
      .insert(states)
      .values({ ...plain, twinId: twin.id, source: plain.config.source, position: 0 })
      .returning({ id: states.id });
    if (!created) throw new Error('insert returned no row');
    await addNewest(db, [created.id]);
    return created.id;
  }

  /** Creates a device with a driver whose second version has a check. */
  async function makeDevice(account: TestAccount) {
    const connector = await server.make.connector({ account });
    const driver = await server.make.driver({ account, script });
    await publish(driver.id, 2, { health: [lowBattery] });
    const device = await server.make.device({ connector, driver });
    const temperature = await addState(device, 'temperature', '°C');
    const battery = await addState(device, 'battery', 'V');
    return { device, driver, connector, temperature, battery };
  }

  async function publish(driverId: number, number: number, more: Partial<typeof driverVersions.$inferInsert> = {}) {
    await db.insert(driverVersions).values({ driverId, number, parser, publishedAt: new Date(), ...more });
  }

  /** Sends a message like a connector, and waits until it has been processed. */
  async function send(device: TestDevice, payload: JsonValue): Promise<void> {
    const { connector, externalId } = device;
    const sender = { connectorId: connector.id, accountId: connector.account.id };
    const result = await server.field.ingestion.accept(sender, [{ id: externalId, payload }]);
    expect(result).toMatchObject({ accepted: 1 });
    await server.field.ingestion.idle();
  }

  async function alarmOf(twin: TestTwin, origin: string) {
    const found = await db.select().from(alarms).where(eq(alarms.twinId, twin.id));
    const alarm = found.find((each) => each.origin === origin);
    if (!alarm) throw new Error(`no alarm of ${origin}`);
    return alarm;
  }

  async function explain(as: TestUser, id: number, language = 'en') {
    const options = { as, headers: { 'accept-language': language } };
    const { status, body } = await server.call(explainAlarm, { params: { id } }, options);
    expect([status, body.code]).toEqual([200, undefined]);
    return body.data;
  }

  return { makeDevice, addState, publish, send, alarmOf, explain };
}
