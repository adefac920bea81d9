import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withNewest } from '../../../ingest/newest/index.ts';
import { downlinks } from '../../devices/index.ts';
import { states } from '../../states/index.ts';
import { type CommandRig, startCommandRig, waits } from './testing/commands.fixture.ts';

let rig: CommandRig;
beforeAll(async () => {
  rig = await startCommandRig();
});
afterAll(() => rig.close());

const metrics = [
  { alias: 'temperature', value: 81.5, at: null, count: 1 },
  { alias: 'list', value: [1, 'a"b'], at: null, count: 2 },
];

describe('setState', () => {
  async function valueAt(twinId: number, key: string) {
    const found = await rig.db
      .select({ id: states.id })
      .from(states)
      .where(and(eq(states.twinId, twinId), eq(states.key, key)));
    const [row] = await withNewest(rig.db, found);
    return row && { value: row.value, origin: row.origin };
  }
  const set = (stateKey: string, value: string, more = {}) => ({
    type: 'setState',
    options: { stateKey, value },
    ...more,
  });

  it.each([
    ['number', '{{temperature}}', 81.5],
    ['number', ' 7 ', 7],
    ['boolean', 'true', true],
    ['string', '{{temperature}} °C', '81.5 °C'],
    ['json', '{"t":{{temperature}},"l":{{list}}}', { t: 81.5, l: [1, 'a"b'] }],
    ['json', '{{list}}', [1, 'a"b']],
  ] as const)('makes a %s of %j', async (valueType, text, expected) => {
    await rig.startOutbox();
    const { twin } = await rig.manager();
    const state = await rig.server.make.state({ twin, key: 'level' });
    await rig.db.update(states).set({ valueType }).where(eq(states.id, state.id));
    const fired = await rig.fire({ twin, metrics }, [set('Level', text)]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([{ state: 'sent', code: null, attempts: 1 }]);
    expect(await valueAt(twin.id, 'level')).toEqual({ value: expected, origin: 'live' });
  });

  it('says what does not fit, and goes on', async () => {
    await rig.startOutbox();
    const { twin, user } = await rig.manager();
    await rig.server.make.state({ twin, key: 'level' });
    const computed = await rig.server.make.state({ twin, key: 'sum' });
    await rig.db.update(states).set({ source: 'aggregate' }).where(eq(states.id, computed.id));
    const stranger = await rig.server.make.state({ key: 'level' });
    const below = await rig.server.make.account({ parent: user.account });
    const child = await rig.server.make.state({ account: below, key: 'level' });
    const fired = await rig.fire({ twin, metrics }, [
      set('level', 'hot'),
      set('nothing', '1'),
      set('sum', '1'),
      set('level', '1', { dtwinId: stranger.twin.id }),
      set('level', '2', { dtwinId: child.twin.id }),
      set('level', '3'),
    ]);
    await rig.settled(fired);
    expect((await rig.rows(fired)).map(({ state, code }) => [state, code])).toEqual([
      ['failed', 'DTWINSTATE_VALUE_TYPE'],
      ['failed', 'DTWIN_STATE_NOT_FOUND'],
      ['failed', 'DTWINSTATE_COMPUTED'],
      ['failed', 'DTWIN_NOT_FOUND'],
      ['sent', null],
      ['sent', null],
    ]);
    expect(await valueAt(twin.id, 'level')).toMatchObject({ value: 3 });
    expect(await valueAt(child.twin.id, 'level')).toMatchObject({ value: 2 });
    expect(await valueAt(stranger.twin.id, 'level')).toMatchObject({ value: null });
  });

  const compute = (script: string) => ({ type: 'setState', options: { stateKey: 'level', script } });

  it('computes the value with a script that sees what placeholders give', async () => {
    await rig.startOutbox();
    const { twin } = await rig.manager();
    const state = await rig.server.make.state({ twin, key: 'level' });
    await rig.db.update(states).set({ valueType: 'json' }).where(eq(states.id, state.id));
    const fired = await rig.fire({ twin, metrics }, [
      compute(`return [temperature * 2, metrics.list.length, twin.title, twin.keyValue.room, rule.title, account.name,
        now instanceof Date && now.getTime() === Date.now()];`),
    ]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([{ state: 'sent', code: null, target: 'level = ƒ()' }]);
    expect((await valueAt(twin.id, 'level'))?.value).toEqual([
      ...[163, 2, 'Kessel "Süd" <7>', '7', 'Too hot', 'Stadtwerke', true],
    ]);
  });

  it('records why a script failed, once, and goes on', async () => {
    await rig.startOutbox();
    const { twin } = await rig.manager();
    await rig.server.make.state({ twin, key: 'level' });
    const fired = await rig.fire({ twin, metrics }, [
      compute('\nreturn list.nothing.at(0);'),
      compute("return 'hot';"),
      compute('return temperature;'),
    ]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'failed', code: 'SCRIPT_ERROR', params: { reason: expect.stringMatching(/^line 2: /) }, attempts: 1 },
      { state: 'failed', code: 'DTWINSTATE_VALUE_TYPE' },
      { state: 'sent' },
    ]);
    expect(await valueAt(twin.id, 'level')).toMatchObject({ value: 81.5 });
  });

  it('is done once, in order, however many processes deliver', async () => {
    const { twin } = await rig.manager();
    const state = await rig.server.make.state({ twin, key: 'level' });
    const values = Array.from({ length: 20 }, (_, index) => index + 1);
    const fired = await rig.fire(
      { twin },
      values.map((value) => set('level', String(value))),
    );
    await Promise.all([rig.startOutbox(), rig.startOutbox()]);
    await rig.settled(fired);
    expect((await rig.rows(fired)).every(({ state: outcome, attempts }) => outcome === 'sent' && attempts === 1)).toBe(
      true,
    );
    expect(await valueAt(twin.id, 'level')).toMatchObject({ value: 20 });
    const everything = { from: 0, to: Date.UTC(2100, 0), limit: 100, order: 'ascending' } as const;
    const points = await rig.server.history.range({ series: state.id, ...everything });
    expect(points.map(({ value }) => value)).toEqual(values);
  });
});

describe('downlink', () => {
  it('stands among those of the device', async () => {
    await rig.startOutbox();
    const { user } = await rig.manager();
    const connectorId = await rig.connect(user, 'mqtt-broker', {});
    const device = await rig.server.make.device({
      account: user.account,
      connector: { id: connectorId, account: user.account },
    });
    const options = { payload: '01{{level}}', port: 5, confirmed: true };
    const level = [{ alias: 'level', value: 'ff', at: null, count: 1 }];
    const fired = await rig.fire({ twin: device, metrics: level }, [
      { type: 'downlink', options },
      { type: 'downlink', options: { payload: '0{{level}}' } },
      { type: 'downlink', options: { name: 'unheard of' } },
    ]);
    await rig.settled(fired);
    expect((await rig.rows(fired)).map(({ state, code, target }) => [state, code, target])).toEqual([
      ['sent', null, '5: 01ff'],
      ['failed', 'VDEVICE_DOWNLINK_PAYLOAD', '1: 0ff'],
      ['failed', 'VDEVICE_DOWNLINK_UNKNOWN', 'unheard of'],
    ]);
    const rows = await rig.db
      .select()
      .from(downlinks)
      .where(eq(downlinks.twinId, device.id))
      .orderBy(desc(downlinks.id));
    expect(rows).toMatchObject([{ payload: '01ff', port: 5, confirmed: true, createdBy: null }]);
    await vi.waitFor(async () => {
      const [row] = await rig.db.select().from(downlinks).where(eq(downlinks.twinId, device.id));
      expect(row?.code).toBe('BRIDGE_NO_LISTENER');
    }, waits);
  });

  it('needs a device whose connector can send', async () => {
    await rig.startOutbox();
    const { twin, user } = await rig.manager();
    const device = await rig.server.make.device({ account: user.account });
    const send = (dtwinId: number) => ({ type: 'downlink', dtwinId, options: { payload: '01' } });
    const fired = await rig.fire({ twin }, [send(device.id), send(twin.id)]);
    await rig.settled(fired);
    expect((await rig.rows(fired)).map(({ code }) => code)).toEqual(['VDEVICE_NO_DOWNLINKS', 'VDEVICE_NOT_FOUND']);
  });
});
