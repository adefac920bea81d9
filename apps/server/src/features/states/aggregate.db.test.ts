import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createStateFixture, type StateFixture } from './testing/states.fixture.ts';

let server: TestServer;
let make: StateFixture;
beforeAll(async () => {
  server = await startTestServer();
  make = createStateFixture(server);
});
afterAll(() => server.close());

const { update, apply, read, history, state } = {
  update: (...args: Parameters<StateFixture['update']>) => make.update(...args),
  apply: (...args: Parameters<StateFixture['apply']>) => make.apply(...args),
  read: (id: number) => make.read(id),
  history: (id: number) => make.history(id),
  state: (...args: Parameters<StateFixture['state']>) => make.state(...args),
};
const twin = () => server.make.twin();
const aggregate = (stateIds: number[]) => ({ config: { source: 'aggregate' as const, stateIds } });

describe('an aggregate', () => {
  it('passes its only source on, and takes the mean of several', async () => {
    const home = await twin();
    const [a, b] = [await state(home), await state(home)];
    const [same, mean] = [await state(home, aggregate([a])), await state(home, aggregate([a, b]))];
    await apply(update(a, 4, 1));
    expect(await read(same)).toMatchObject({ value: 4, measuredAt: make.timeOf(1), origin: 'live' });
    expect((await read(mean)).value).toBe(4);
    await apply(update(b, 8, 3));
    await apply(update(a, 6, 2));
    expect(await read(mean)).toMatchObject({ value: 7, measuredAt: make.timeOf(3) });
    expect(await history(same)).toEqual([
      [1, 4],
      [2, 6],
    ]);
  });

  it('writes one point an update, also when nothing changes', async () => {
    const home = await twin();
    const a = await state(home);
    const copy = await state(home, aggregate([a]));
    await apply(update(a, 1, 1), update(a, 1, 2), update(a, 1, 3));
    expect(await history(copy)).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it('is computed once for the values of one packet', async () => {
    const home = await twin();
    const [a, b] = [await state(home), await state(home)];
    const sum = await state(home, { ...aggregate([a, b]), transformer: 'return value[0] + value[1]' });
    const packet = { shard: 3, seq: 77 };
    const applied = await apply(update(a, 1, 1, packet), update(b, 2, 1, packet));
    expect(applied.filter(({ stateId }) => stateId === sum)).toMatchObject([{ value: 3, isComputed: true }]);
  });

  it('hands its script the values in the order of the list, and what they are', async () => {
    const home = await twin();
    const [a, b] = [await state(home, { key: 'a', unit: 'K' }), await state(home, { key: 'b' })];
    const script =
      'return { value, key: states[0].key, unit: states[1].unit, at: states[1].timestamp, twin: states[1].dtwinTitle }';
    const all = await state(home, { ...aggregate([b, a]), valueType: 'json', transformer: script });
    await apply(update(a, 1, 5));
    expect((await read(all)).value).toEqual({
      value: [null, 1],
      key: 'b',
      unit: 'K',
      at: make.timeOf(5).toISOString(),
      twin: home.title,
    });
  });

  it('follows through any number of levels, each after all of its sources', async () => {
    const home = await twin();
    const a = await state(home);
    const double = await state(home, { ...aggregate([a]), transformer: 'return value[0] * 2' });
    const both = await state(home, { ...aggregate([a, double]), transformer: 'return value[0] + value[1]' });
    const last = await state(home, { ...aggregate([both, a]), transformer: 'return value[0] * 10 + value[1]' });
    await apply(update(a, 1, 1), update(a, 2, 2));
    expect(await history(last)).toEqual([
      [1, 31],
      [2, 62],
    ]);
  });

  it('keeps its value and reports why when the script fails, until it works again', async () => {
    const home = await twin();
    const a = await state(home);
    const odd = await state(home, {
      ...aggregate([a]),
      transformer: 'if (value[0] > 1) throw new Error("no"); return value[0]',
    });
    await apply(update(a, 1, 1));
    const applied = await apply(update(a, 2, 2));
    expect(applied.at(-1)).toMatchObject({ stateId: odd, isNewest: false, problem: { code: 'SCRIPT_ERROR' } });
    expect(await read(odd)).toMatchObject({ value: 1, problemCode: 'SCRIPT_ERROR' });
    expect((await read(odd)).problemParams).toEqual({ reason: 'line 1: Error: no' });
    await apply(update(a, 0, 3));
    expect(await read(odd)).toMatchObject({ value: 0, problemCode: null, problemParams: null });
  });

  it('keeps reasons that a script makes up to hurt', async () => {
    const home = await twin();
    const a = await state(home);
    const transformer = 'throw new Error("\\0\\ud800 " + "x".repeat(1e5))';
    const id = await state(home, { ...aggregate([a]), transformer });
    await apply(update(a, 1, 1));
    expect((await read(id)).problemParams?.reason).toContain('Error: \ufffd x');
    expect((await read(a)).value).toBe(1);
  });

  it('survives scripts that loop or allocate, and their neighbours too', async () => {
    const home = await twin();
    const a = await state(home);
    const loop = await state(home, { ...aggregate([a]), transformer: 'for (;;);' });
    const hog = await state(home, {
      ...aggregate([a]),
      transformer: 'const all = []; for (;;) all.push(new Array(1e5).fill(1));',
    });
    const text = await state(home, { ...aggregate([a]), transformer: 'return "warm"' });
    const good = await state(home, { ...aggregate([a]), transformer: 'return value[0]' });
    await apply(update(a, 5, 1));
    expect((await read(loop)).problemCode).toBe('SCRIPT_TIMEOUT');
    expect((await read(hog)).problemCode).toMatch(/SCRIPT_MEMORY|SCRIPT_TIMEOUT/);
    expect((await read(text)).problemCode).toBe('DTWINSTATE_VALUE_TYPE');
    expect((await read(good)).value).toBe(5);
  });

  it('sees both of two sources that change at the same time', async () => {
    const home = await twin();
    const sources: number[] = [];
    for (let index = 0; index < 6; index += 1) sources.push(await state(home));
    const sum = await state(home, { ...aggregate(sources), transformer: 'return value.reduce((a, b) => a + b, 0)' });
    const below = await state(home, aggregate([sum]));
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all(sources.map((id) => apply(update(id, round, round))));
      expect((await read(sum)).value).toBe(6 * round);
      expect((await read(below)).value).toBe(6 * round);
    }
  });

  it('does not wait for itself when updates come in different orders', async () => {
    const home = await twin();
    const [a, b] = [await state(home), await state(home)];
    await state(home, aggregate([a, b]));
    const rounds = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? apply(update(a, 1, index), update(b, 1, index))
        : apply(update(b, 2, index), update(a, 2, index)),
    );
    expect((await Promise.allSettled(rounds)).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('is the same however updates are put together', async () => {
    const home = await twin();
    const build = async () => {
      const [a, b] = [await state(home), await state(home)];
      const mean = await state(home, aggregate([a, b]));
      return { a, b, mean };
    };
    const [one, other] = [await build(), await build()];
    const script = [
      ['a', 1, 1],
      ['b', 5, 1],
      ['b', 7, 3],
      ['a', 2, 2],
      ['a', 9, 4],
    ] as const;
    for (const [name, value, at] of script) await apply(update(one[name], value, at));
    await apply(...script.map(([name, value, at]) => update(other[name], value, at)));
    expect(await history(other.mean)).toEqual(await history(one.mean));
    expect((await read(other.mean)).value).toBe((await read(one.mean)).value);
  });
});

describe('a transformer of a state that is sent values', () => {
  it('turns what comes in into what is stored', async () => {
    const home = await twin();
    const id = await state(home, { transformer: "return value.replace(',', '.')" });
    await apply(update(id, '21,5', 1));
    expect((await read(id)).value).toBe(21.5);
    await apply(update(id, 5, 2));
    expect(await read(id)).toMatchObject({ value: 21.5, problemCode: 'SCRIPT_ERROR' });
    expect(await history(id)).toEqual([[1, 21.5]]);
  });

  it('reads no clock but that of the update', async () => {
    const home = await twin();
    const id = await state(home, { transformer: 'return Date.now()' });
    const receivedAt = new Date('2024-05-01T12:00:00Z');
    await apply(update(id, 1, 1, { receivedAt }));
    expect((await read(id)).value).toBe(receivedAt.getTime());
  });
});

describe('values that were sent', () => {
  it('never become the newest when their time lies ahead, and are refused when it was never set', async () => {
    const home = await twin();
    const id = await state(home);
    await apply(update(id, 1, 1), update(id, 2036, '2036-02-07T06:28:16Z'));
    expect(await read(id)).toMatchObject({ value: 1, problemCode: null });
    for (const at of ['1970-01-01T00:00:10Z', '9999-01-01T00:00:00Z', 'never']) {
      await apply(update(id, 5, 3), update(id, 1970, at));
      expect(await read(id)).toMatchObject({ value: 5, problemCode: 'DTWINSTATE_TIME_OUT_OF_RANGE' });
    }
    expect((await history(id)).map(([, value]) => value)).toEqual([1, 5, 2036]);
  });

  it('can be applied again without a trace', async () => {
    const home = await twin();
    const id = await state(home);
    const copy = await state(home, aggregate([id]));
    const updates = [update(id, 1, 1), update(id, 2, 2), update(id, 3, 2)];
    await apply(...updates);
    const before = [await read(id), await history(id), await history(copy)];
    await apply(...updates);
    expect([await read(id), await history(id), await history(copy)]).toEqual(before);
    expect((await read(id)).value).toBe(3);
  });

  it('leave the others alone when one does not fit or its state is gone', async () => {
    const home = await twin();
    const [a, b] = [await state(home), await state(home)];
    const applied = await apply(update(a, 'x', 1), update(999_999_999, 1, 1), update(b, 1, 1));
    expect(applied).toMatchObject([
      { stateId: a, problem: { code: 'DTWINSTATE_VALUE_TYPE', params: { type: 'number' } } },
      { stateId: b, value: 1, problem: null },
    ]);
  });

  it('note when the twin was last seen', async () => {
    const home = await twin();
    const id = await state(home);
    const config = { source: 'system' as const, name: 'lastSeen' as const };
    const seen = await state(home, { valueType: 'string', config });
    const health = await state(home, { valueType: 'string', config: { source: 'system', name: 'health' } });
    const receivedAt = new Date('2024-06-01T12:00:00Z');
    await apply(update(id, 1, 1, { receivedAt }));
    expect(await read(seen)).toMatchObject({ value: '2024-06-01T12:00:00.000Z', measuredAt: receivedAt });
    expect((await read(health)).value).toBeNull();
    await apply(update(id, 1, 2, { receivedAt: new Date('2024-05-01T12:00:00Z') }));
    expect((await read(seen)).value).toBe('2024-06-01T12:00:00.000Z');
  });
});
