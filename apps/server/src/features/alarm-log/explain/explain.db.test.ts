import { explainAlarm } from '@stellwerk/contract/alarm';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { devices } from '../../devices/index.ts';
import { rules } from '../../rules/index.ts';
import { states } from '../../states/index.ts';
import { twins } from '../../twins/index.ts';
import { createAlarmFixture, readsAlarms } from '../testing/alarms.fixture.ts';
import { createFieldFixture, lowBattery } from '../testing/field.fixture.ts';

let server: TestServer;
let alarms: ReturnType<typeof createAlarmFixture>;
let field: ReturnType<typeof createFieldFixture>;
beforeAll(async () => {
  server = await startTestServer();
  alarms = createAlarmFixture(server);
  field = createFieldFixture(server);
  await server.field.ingestion.start();
});
afterAll(() => server.close());

async function makeReader() {
  const user = await server.make.user({ permissions: readsAlarms });
  return { user, account: user.account };
}

describe('the explanation of an alarm of health', () => {
  it('reports the check, what it saw, and how the packet became values', async () => {
    const { user, account } = await makeReader();
    const { device, driver, connector } = await field.makeDevice(account);
    await field.send(device, '1424');
    await field.send(device, '150a');
    const alarm = await field.alarmOf(device, 'health');
    await field.send(device, '1609');
    const told = await field.explain(user, alarm.id);
    const version = { id: driver.id, title: expect.any(String), version: 2 };
    expect(told.alarm).toMatchObject({ id: alarm.id, message: 'low: 1', type: 'health' });
    expect(told.health).toEqual({
      identifier: 'low',
      check: lowBattery.check,
      driver: version,
      values: [{ state: 'battery', title: 'BATTERY', value: 1, unit: 'V' }],
      lastSeenAt: told.packet?.receivedAt,
      durationMinutes: 0,
    });
    expect(told.packet).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      receivedAt: expect.any(String),
      connector: { id: connector.id, name: expect.any(String) },
      payload: '150a',
      driver: version,
      variables: { temperature: 21, battery: 1, 'nested.deep': true },
      states: [
        { state: 'temperature', title: 'TEMPERATURE', value: 21, unit: '°C' },
        { state: 'battery', title: 'BATTERY', value: 1, unit: 'V' },
      ],
    });
    expect([told.rule, told.notified]).toEqual([null, []]);
  });

  it('stays as it was when the driver has a newer version, and says nothing of what that would read', async () => {
    const { user, account } = await makeReader();
    const { device, driver } = await field.makeDevice(account);
    await field.send(device, '150a');
    const alarm = await field.alarmOf(device, 'health');
    await field.publish(driver.id, 3, { health: [{ ...lowBattery, check: 'return null' }] });
    const { health, packet } = await field.explain(user, alarm.id);
    expect(health).toMatchObject({ check: lowBattery.check, driver: { version: 2 } });
    expect(packet).toMatchObject({ payload: '150a', driver: { version: 2 }, variables: null });
    expect(packet?.states.map(({ value }) => value)).toEqual([21, 1]);
  });

  it('finds the values of the packet when the day is packed', async () => {
    const { user, account } = await makeReader();
    const { device } = await field.makeDevice(account);
    await field.send(device, '150a');
    const alarm = await field.alarmOf(device, 'health');
    await server.history.pack(alarm.openedAt.getTime());
    const { packet } = await field.explain(user, alarm.id);
    expect(packet?.states.map(({ value }) => value)).toEqual([21, 1]);
  });

  it("knows the device's own check, also one that failed itself", async () => {
    const { user, account } = await makeReader();
    const { device } = await field.makeDevice(account);
    const own = { ...lowBattery, identifier: 'broken', check: 'throw new Error("no such thing")' };
    await server.database.db
      .update(devices)
      .set({ healthConfig: [own] })
      .where(eq(devices.twinId, device.id));
    await field.send(device, '1524');
    const alarm = await field.alarmOf(device, 'health');
    const { health, alarm: shown } = await field.explain(user, alarm.id);
    expect(shown.message).toBe('The health check “broken” failed: line 1: Error: no such thing');
    expect(health).toMatchObject({ identifier: 'broken', check: own.check, driver: null });
  });

  it('is there without what is gone: packet, driver, states, device', async () => {
    const { user, account } = await makeReader();
    const { device, driver } = await field.makeDevice(account);
    const { db, pool } = server.database;
    await field.send(device, '150a');
    const { id } = await field.alarmOf(device, 'health');
    await db.update(twins).set({ disabled: true }).where(eq(twins.id, device.id));
    expect((await field.explain(user, id)).packet).not.toBeNull();
    await pool.query('delete from packets where device_id = $1', [device.id]);
    expect(await field.explain(user, id)).toMatchObject({ packet: null, health: { check: lowBattery.check } });
    await db.update(devices).set({ driverId: null, driverVersionId: null }).where(eq(devices.twinId, device.id));
    await pool.query('delete from drivers where id = $1', [driver.id]);
    await db.delete(states).where(eq(states.twinId, device.id));
    const values = [{ state: 'battery', title: 'battery', value: 1, unit: '' }];
    expect((await field.explain(user, id)).health).toMatchObject({ check: null, driver: null, values });
    await db.delete(twins).where(eq(twins.id, device.id));
    const told = await field.explain(user, id);
    expect(told).toMatchObject({ alarm: { origin: null }, packet: null, health: { values }, around: [] });
  });

  it('is for those who see the alarm', async () => {
    const { account } = await makeReader();
    const id = await alarms.alarm(await server.make.twin({ account }));
    const stranger = await server.make.user({ permissions: readsAlarms });
    const { status, body } = await server.call(explainAlarm, { params: { id } }, { as: stranger });
    expect([status, body.code]).toEqual([404, 'ALARM_NOT_FOUND']);
  });
});

describe('the explanation of an alarm of a rule', () => {
  const hot = (stateId: number) => ({
    metrics: [{ alias: 'heat', stateId }],
    conditions: { mode: 'tree' as const, tree: { op: 'when' as const, metric: 'heat', cmp: 'gt' as const, value: 20 } },
    alarm: { severity: 'error' as const, message: 'Too hot: {{heat}}' },
  });

  /** A rule that has raised its alarm because of a packet. */
  async function raise(): Promise<{ user: TestUser; id: number; ruleId: number; twinId: number }> {
    const { user, account } = await makeReader();
    const { device, temperature } = await field.makeDevice(account);
    const rule = await server.make.rule({ twin: device, definition: hot(temperature) as never });
    await field.send(device, '1324');
    await field.send(device, '1524');
    await field.send(device, '1624');
    const { id } = await field.alarmOf(device, 'rule');
    return { user, id, ruleId: rule.id, twinId: device.id };
  }

  it('reports the evaluation with its values, and how the packet became them', async () => {
    const { user, id, ruleId } = await raise();
    const told = await field.explain(user, id);
    expect(told.alarm).toMatchObject({ id, message: 'Too hot: 21', rule: { id: ruleId } });
    expect(told.rule).toMatchObject({
      ...{ id: ruleId, revision: 1, isOutdated: false, script: null, trigger: { kind: 'value', aliases: ['heat'] } },
      metrics: [{ alias: 'heat', value: 21, state: { state: 'temperature', value: 21, unit: '°C' } }],
      conditions: { op: 'when', isMet: true, left: 21, right: 20 },
    });
    expect(told.packet).toMatchObject({ payload: '1524', variables: { temperature: 21 }, driver: { version: 2 } });
    expect(told.health).toBeNull();
  });

  it('says that the rule has been changed since, and stays without it', async () => {
    const { user, id, ruleId } = await raise();
    const { db } = server.database;
    await db.update(rules).set({ revision: 2 }).where(eq(rules.id, ruleId));
    expect((await field.explain(user, id)).rule).toMatchObject({ revision: 1, isOutdated: true });
    await db.delete(rules).where(eq(rules.id, ruleId));
    const told = await field.explain(user, id);
    expect(told).toMatchObject({ rule: null, notified: [], packet: { payload: '1524' } });
  });
});
