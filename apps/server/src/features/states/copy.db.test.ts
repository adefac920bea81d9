import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestTwin } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createStatesPort } from './copy.service.ts';
import { findEdgesOf } from './edge.store.ts';
import { readTwinStates } from './state.store.ts';
import { createStateFixture, type StateFixture } from './testing/states.fixture.ts';

let server: TestServer;
let make: StateFixture;
beforeAll(async () => {
  server = await startTestServer();
  make = createStateFixture(server);
});
afterAll(() => server.close());

/** The permissions of authors have their own test. */
const authorIn = ({ scopePath }: TestAccount) => ({ grants: [{ scope: scopePath, permissions: ['all.manage'] }] });
const noConnectors = { feeds: async () => false, choosable: async () => new Set<number>() };
const port = () => {
  const buttons = { checkCommand: async () => {} };
  return createStatesPort({ values: make.values, clock: systemClock, sources: noConnectors, buttons });
};
const copy = (account: TestAccount, ...copies: { fromTwinId: number; toTwinId: number }[]) =>
  port().copy(make.db, { author: authorIn(account), copies });
const aggregate = (...stateIds: number[]) => ({ source: 'aggregate' as const, stateIds });

/** The states of a twin by key, with the ids of their sources. */
async function statesOf(twin: TestTwin) {
  const rows = await readTwinStates(make.db, twin.id);
  const edges = await findEdgesOf(
    make.db,
    rows.map(({ id }) => id),
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.key,
      { ...row, sourceIds: edges.filter((edge) => edge.stateId === row.id).map((edge) => edge.sourceStateId) },
    ]),
  );
}

describe('copying states', () => {
  it('takes definitions without values, and points aggregates into the copy', async () => {
    const account = await server.make.account();
    const [from, other, to, otherTo] = [
      await server.make.twin({ account }),
      await server.make.twin({ account }),
      await server.make.twin({ account }),
      await server.make.twin({ account }),
    ];
    const outside = await make.state(await server.make.twin({ account }));
    const a = await make.state(other, { key: 'a', unit: 'K', upperBound: 5, transformer: 'return value' });
    const sum = await make.state(from, { key: 'sum', config: aggregate(outside, a) });
    const timeseries = { stateId: sum, operation: 'max' as const };
    await make.state(from, { key: 'most', config: { source: 'timeseries-aggregate', timeseries } });
    await make.apply(make.update(a, 1, 1));
    await copy(account, { fromTwinId: from.id, toTwinId: to.id }, { fromTwinId: other.id, toTwinId: otherTo.id });
    const [copied, copiedOther] = [await statesOf(to), await statesOf(otherTo)];
    expect(copiedOther.a).toMatchObject({ unit: 'K', upperBound: 5, transformer: 'return value', value: null });
    const copyOfA = copiedOther.a?.id ?? 0;
    expect(copied.sum?.config).toEqual(aggregate(outside, copyOfA));
    expect(new Set(copied.sum?.sourceIds)).toEqual(new Set([outside, copyOfA]));
    expect(copied.most?.config).toMatchObject({ timeseries: { stateId: copied.sum?.id, operation: 'max' } });
    await make.apply(make.update(copyOfA, 9, 2));
    expect((await statesOf(to)).sum?.value).toBe(9);
    expect((await make.read(sum)).value).toBe(1);
  });

  it('points each of several copies of a part into itself', async () => {
    const account = await server.make.account();
    const [parent, copyA, copyB] = [
      await server.make.twin({ account }),
      await server.make.twin({ account }),
      await server.make.twin({ account }),
    ];
    const child = await server.make.twin({ parent });
    const [childA, childB] = [await server.make.twin({ parent: copyA }), await server.make.twin({ parent: copyB })];
    const a = await make.state(child, { key: 'a' });
    await make.state(parent, { key: 'sum', config: aggregate(a) });
    await copy(
      account,
      { fromTwinId: parent.id, toTwinId: copyA.id },
      { fromTwinId: parent.id, toTwinId: copyB.id },
      { fromTwinId: child.id, toTwinId: childA.id },
      { fromTwinId: child.id, toTwinId: childB.id },
    );
    expect((await statesOf(copyA)).sum?.sourceIds).toEqual([(await statesOf(childA)).a?.id]);
    expect((await statesOf(copyB)).sum?.sourceIds).toEqual([(await statesOf(childB)).a?.id]);
  });

  it('leaves sources of another account behind', async () => {
    const [from, to] = [await server.make.twin(), await server.make.twin()];
    const a = await make.state(await server.make.twin({ account: from.account }));
    await make.state(from, { key: 'sum', config: aggregate(a) });
    await copy(from.account, { fromTwinId: from.id, toTwinId: to.id });
    expect((await statesOf(to)).sum).toMatchObject({ source: 'none', config: { source: 'none' }, sourceIds: [] });
  });
});

describe('synchronising states', () => {
  it('overwrites by key, adds what is missing and leaves the rest', async () => {
    const account = await server.make.account();
    const [from, to] = [await server.make.twin({ account }), await server.make.twin({ account })];
    const a = await make.state(from, { key: 'a', title: 'New', upperBound: 1 });
    await make.state(from, { key: 'sum', config: aggregate(a) });
    const old = await make.state(to, { key: 'A', title: 'Old' });
    const own = await make.state(to, { key: 'own' });
    await make.apply(make.update(old, 5, 1));
    const synchronise = (dryRun: boolean) =>
      port().synchronise(make.db, from.id, [to.id, from.id], { author: authorIn(account), dryRun });
    expect(await synchronise(true)).toEqual([{ twinId: to.id, creates: 1, overwrites: 1 }]);
    expect(Object.keys(await statesOf(to))).toEqual(['A', 'own']);
    expect(await synchronise(false)).toEqual([{ twinId: to.id, creates: 1, overwrites: 1 }]);
    const states = await statesOf(to);
    expect(Object.keys(states)).toEqual(['A', 'own', 'sum']);
    expect(states.A).toMatchObject({ id: old, title: 'New', value: 5, status: 3 });
    expect(states.own).toMatchObject({ id: own });
    expect(states.sum).toMatchObject({ sourceIds: [old], value: 5 });
    expect(await synchronise(false)).toEqual([{ twinId: to.id, creates: 0, overwrites: 2 }]);
  });

  it('is refused when it would close a loop, and changes nothing', async () => {
    const account = await server.make.account();
    const [from, to, third] = [
      await server.make.twin({ account }),
      await server.make.twin({ account }),
      await server.make.twin({ account }),
    ];
    const target = await make.state(to, { key: 'a' });
    const depends = await make.state(third, { config: aggregate(target) });
    await make.state(from, { key: 'a', config: aggregate(depends) });
    const bring = make.db.transaction((tx) =>
      port().synchronise(tx, from.id, [to.id], { author: authorIn(account), dryRun: false }),
    );
    await expect(bring).rejects.toMatchObject({ code: 'DTWINSTATE_AGGREGATE_LOOP' });
    expect((await statesOf(to)).a).toMatchObject({ source: 'none', sourceIds: [] });
  });
});

describe('states that are used elsewhere', () => {
  it('are those of a subtree with aggregates outside of it', async () => {
    const account = await server.make.account();
    const twin = await server.make.twin({ account });
    const child = await server.make.twin({ parent: twin });
    const other = await server.make.twin({ account });
    const a = await make.state(child);
    await make.state(twin, { config: aggregate(a) });
    const outside = await make.state(other, { title: 'Outside', config: aggregate(a) });
    const found = await port().aggregatedElsewhere(make.db, twin.path, 10);
    expect(found).toMatchObject({
      rows: [{ stateId: outside, stateTitle: 'Outside', twinId: other.id, scopePath: account.scopePath }],
      count: 1,
    });
    expect((await port().aggregatedElsewhere(make.db, other.path, 10)).count).toBe(0);
    expect(await port().count(make.db, [twin.id, child.id, 999_999])).toEqual(
      new Map([
        [twin.id, 1],
        [child.id, 1],
      ]),
    );
  });
});
