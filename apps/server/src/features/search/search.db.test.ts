import { type SearchType, searchEverything } from '@stellwerk/contract/search';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { connectors } from '../connectors/index.ts';
import { drivers } from '../drivers/index.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';

let server: TestServer;
beforeAll(async () => {
  // What is found must not hang on how busy the machine is.
  server = await startTestServer({ searchTimeLimitMs: 30_000 });
});
afterAll(() => server.close());

const search = async (as: TestUser, text: string, limit = 5) =>
  (await server.call(searchEverything, { query: { text, limit } }, { as })).body.data;
const titlesOf = async (as: TestUser, text: string, type: SearchType) =>
  ((await search(as, text)).groups.find((group) => group.type === type)?.hits ?? []).map(({ title }) => title);

let count = 1_000;
/** A word of letters that nothing else has. */
function word(): string {
  count += 1;
  return `zq${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}

interface Made {
  id: number;
  path: string;
}

/** One object of each kind with the given title. */
const makers: Record<SearchType, (account: TestAccount, title: string) => Promise<Made>> = {
  async twin(account, title) {
    const { id } = await server.make.twin({ account, title });
    return { id, path: `/digitaltwin-mgmt/${id}` };
  },
  async device(account, title) {
    const { id } = await server.make.device({ account });
    await server.database.db.update(twins).set({ title, searchText: title.toLowerCase() }).where(eq(twins.id, id));
    return { id, path: `/virtual-devices/${id}` };
  },
  async dashboard(account, name) {
    const { id } = await server.make.dashboard({ account, name });
    return { id, path: `/dashboards/${id}` };
  },
  async state(account, title) {
    const { id, twin } = await server.make.state({ account });
    await server.database.db.update(states).set({ title }).where(eq(states.id, id));
    return { id, path: `/digitaltwin-mgmt/${twin.id}?tab=states` };
  },
  async rule(account, title) {
    const { id, twin } = await server.make.rule({ account, title });
    return { id, path: `/digitaltwin-mgmt/${twin.id}/rules/${id}` };
  },
  async connector(account, name) {
    const { id } = await server.make.connector({ account });
    await server.database.db.update(connectors).set({ name }).where(eq(connectors.id, id));
    return { id, path: `/connectors/edit/${account.id}/${id}` };
  },
  async driver(account, title) {
    const { id } = await server.make.driver({ account });
    await server.database.db.update(drivers).set({ title }).where(eq(drivers.id, id));
    return { id, path: `/virtual-device-drivers/${id}` };
  },
  async account(parent, name) {
    const { id } = await server.make.account({ parent });
    await server.database.db.update(accounts).set({ name }).where(eq(accounts.id, id));
    return { id, path: `/account-mgmt/${id}` };
  },
  async user(account, lastName) {
    const { id } = await server.make.user({ account });
    await server.database.db.update(users).set({ firstName: '', lastName }).where(eq(users.id, id));
    return { id, path: `/account-mgmt/user/${account.id}/${id}` };
  },
};

const kinds = [
  ['twin', 'DigitalTwin.read'],
  ['device', 'VirtualDevice.read'],
  ['dashboard', 'Dashboards.read'],
  ['state', 'DigitalTwin.read'],
  ['rule', 'DigitalTwin.read'],
  ['connector', 'all.manage'],
  ['driver', 'DeviceDriver.read'],
  ['account', 'UserManagement.read'],
  ['user', 'UserManagement.manage'],
] as const;

describe.each(kinds)('the search for a %s', (type, permission) => {
  it('finds it by a part, the beginning and the id', async () => {
    const user = await server.make.user({ permissions: [permission] });
    const title = word();
    const { id, path } = await makers[type](user.account, `${title} Nord`);
    const { groups, missing } = await search(user, `${title.slice(1)} nor`);
    expect(missing).toEqual([]);
    expect(groups.find((group) => group.type === type)?.hits).toMatchObject([
      { type, id, title: `${title} Nord`, path },
    ]);
    expect(await titlesOf(user, title.slice(0, 2), type)).toContain(`${title} Nord`);
    expect(await titlesOf(user, String(id), type)).toContain(`${title} Nord`);
  });

  it('reports nothing of other accounts', async () => {
    const user = await server.make.user({ permissions: [permission] });
    const title = word();
    const { id } = await makers[type](await server.make.account(), title);
    expect(await titlesOf(user, title, type)).toEqual([]);
    expect(await titlesOf(user, title.slice(0, 2), type)).not.toContain(title);
    expect(await titlesOf(user, String(id), type)).not.toContain(title);
  });

  it('reports nothing to those without the permission', async () => {
    const others = permission === 'Dashboards.read' ? 'DigitalTwin.read' : 'Dashboards.read';
    const user = await server.make.user({ permissions: [others] });
    const title = word();
    const { id } = await makers[type](user.account, title);
    expect(await titlesOf(user, title, type)).toEqual([]);
    expect(await titlesOf(user, title.slice(0, 2), type)).toEqual([]);
    expect(await titlesOf(user, String(id), type)).toEqual([]);
  });
});

describe('GET /api/v1/search', () => {
  it('asks for a sign-in and a text', async () => {
    expect((await server.call(searchEverything, { query: { text: 'x' } })).status).toBe(401);
    const user = await server.make.user();
    expect((await server.call(searchEverything, { query: { text: '  ' } }, { as: user })).status).toBe(400);
    expect((await server.call(searchEverything, { query: { text: 'x', limit: 21 } }, { as: user })).status).toBe(400);
    expect(await search(user, 'anything')).toEqual({ groups: [], missing: [], beginningsOnly: false });
  });

  it('puts the title itself first, then beginnings, then words, then parts', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const name = word();
    for (const title of [`Alt${name}`, `Neue ${name}`, `${name}werk`, name]) {
      await server.make.twin({ account: user.account, title });
    }
    expect(await titlesOf(user, name.toUpperCase(), 'twin')).toEqual([
      name,
      `${name}werk`,
      `Neue ${name}`,
      `Alt${name}`,
    ]);
  });

  it('finds the title itself among very many that only hold it', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const name = word();
    const { id, scopeId } = user.account;
    await server.database.pool.query(
      `insert into twins (account_id, path, scope_id, title, search_text)
       select $1, ('9' || n)::ltree, $2, 'Raum ' || n || ' ' || $3, 'raum ' || n || ' ' || $3
       from generate_series(1, 300) as n`,
      [id, scopeId, name],
    );
    await server.make.twin({ account: user.account, title: name });
    const { groups } = await search(user, name, 3);
    expect(groups[0]?.hits).toHaveLength(3);
    expect(groups[0]).toMatchObject({ type: 'twin', hasMore: true });
    expect(groups[0]?.hits[0]?.title).toBe(name);
  });

  it('shows the kind with the best find first', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read', 'Dashboards.read'] });
    const name = word();
    await server.make.twin({ account: user.account, title: `Haus ${name}` });
    await server.make.dashboard({ account: user.account, name });
    expect((await search(user, name)).groups.map(({ type }) => type)).toEqual(['dashboard', 'twin']);
  });

  it('finds devices by their identifier, also as it is printed', async () => {
    const user = await server.make.user({ permissions: ['VirtualDevice.read'] });
    const device = await server.make.device({ account: user.account, externalId: '70B3D57ED0001A2B' });
    await server.make.device({ account: user.account, externalId: '70B3D57ED0001A2C' });
    for (const text of ['70b3d57ed0001a2b', '70-B3-D5-7E-D0-00-1A-2B', 'ed0001a2b']) {
      const { groups } = await search(user, text);
      expect(groups).toMatchObject([{ type: 'device', hits: [{ id: device.id }] }]);
      expect(groups[0]?.hits[0]?.subtitle).toContain('70B3D57ED0001A2B');
    }
  });

  it('finds the state of a twin by words of both, but not by the twin alone', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const name = word();
    const twin = await server.make.twin({ account: user.account, title: `Raum ${name}` });
    const state = await server.make.state({ twin, key: 'co2_level' });
    await server.make.state({ twin, key: 'humidity' });
    const { groups } = await search(user, `co2 ${name}`);
    expect(groups).toMatchObject([{ type: 'state', hits: [{ id: state.id }] }]);
    expect(groups[0]?.hits[0]?.subtitle).toContain(`Raum ${name}`);
    expect((await search(user, name)).groups.map(({ type }) => type)).toEqual(['twin']);
  });

  it('leads those who may not open the twin to the overview of states', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwinStates.read', 'DigitalTwin.list'] });
    const state = await server.make.state({ account: user.account, key: word() });
    const { groups } = await search(user, state.key);
    expect(groups).toMatchObject([{ type: 'state', hits: [{ path: `/digitaltwin-state-overview?q=${state.key}` }] }]);
  });

  it('hides the way through twins that the caller may not see', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const above = await server.make.twin({ title: 'Geheim' });
    const name = word();
    const twin = await server.make.twin({ parent: above, title: name });
    const { db } = server.database;
    await db.update(twins).set({ scopeId: user.account.scopeId }).where(eq(twins.id, twin.id));
    const hit = (await search(user, name)).groups[0]?.hits[0];
    expect(hit?.id).toBe(twin.id);
    expect(hit?.subtitle).not.toContain('Geheim');
  });

  it('takes signs of patterns as they are', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    const name = word();
    await server.make.twin({ account: user.account, title: `${name} 50% \\ voll` });
    await server.make.twin({ account: user.account, title: `${name} 500 voll` });
    expect(await titlesOf(user, `${name} 50%`, 'twin')).toEqual([`${name} 50% \\ voll`]);
    expect(await titlesOf(user, `${name} \\`, 'twin')).toEqual([`${name} 50% \\ voll`]);
  });

  it('looks for the beginnings of titles alone while no word has three letters, and reports that', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.read'] });
    await server.make.twin({ account: user.account, title: 'Xy Werk' });
    await server.make.twin({ account: user.account, title: 'Alt Xy' });
    const { groups, beginningsOnly } = await search(user, 'xy');
    expect(beginningsOnly).toBe(true);
    expect(groups.flatMap(({ hits }) => hits.map(({ title }) => title))).toEqual(['Xy Werk']);
  });
});
