import { readLineage } from '@stellwerk/contract/lineage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const chart = (twinFilter: ReturnType<typeof ofTwin>, state = 'level') => ({
  type: 'chart',
  options: { chartType: 'line', data: { states: [state] }, twinFilter },
});
const ofTwin = (id: number | string) => ({ dtwinIds: [String(id)] });

async function makeBoilers(permissions = ['Dashboards.read', 'DigitalTwin.read']) {
  const user = await server.make.user({ permissions });
  const { account } = user;
  const [boiler, other] = [await server.make.twin({ account }), await server.make.twin({ account })];
  const state = await server.make.state({ twin: boiler, key: 'Level' });
  await server.make.state({ twin: other, key: 'Level' });
  return { user, account, boiler, other, state };
}

const usesOf = async (user: TestUser, id: number) =>
  (await server.call(readLineage, { params: { id } }, { as: user })).body.data.uses;

describe('which dashboards show a state', () => {
  it('stands in its lineage: once each, by keys and filters, with parameters as they are by default', async () => {
    const { user, account, boiler, other, state } = await makeBoilers();
    const attributes = [{ field: 'state', key: 'level' }];
    const parameters = [{ name: 'boiler', defaultValue: String(boiler.id) }];
    const made = [
      { name: 'Twice', widgets: [chart(ofTwin(boiler.id)), { type: 'value', options: { state: 'level' } }] },
      { name: 'All', widgets: [{ type: 'twinTable', options: { attributes } }] },
      { name: 'By parameter', widgets: [chart(ofTwin('{{param.boiler}}'))], customParameters: parameters },
      { name: 'Another twin', widgets: [chart(ofTwin(other.id))] },
      { name: 'Another key', widgets: [chart(ofTwin(boiler.id), 'temperature')] },
      { name: 'Only a word', widgets: [{ type: 'twinMap', options: { popupTitle: 'level' } }] },
      { name: 'Nothing any more', widgets: [{ type: 'hologram', options: { state: 'level' } }] },
    ];
    for (const dashboard of made) await server.make.dashboard({ account, ...dashboard });
    const uses = await usesOf(user, state.id);
    expect(uses.map(({ kind, stateId, title, dtwinId }) => [kind, stateId, title, dtwinId])).toEqual([
      ['widget', state.id, 'Twice', null],
      ['widget', state.id, 'All', null],
      ['widget', state.id, 'By parameter', null],
    ]);
  });

  it('tells nobody of dashboards that they may not see', async () => {
    const { account, boiler, state } = await makeBoilers();
    await server.make.dashboard({ account, widgets: [chart(ofTwin(boiler.id))] });
    const foreign = await server.make.user({ permissions: ['Dashboards.manage'] });
    await server.make.dashboard({ account: foreign.account, widgets: [chart(ofTwin(boiler.id))] });
    const reader = await server.make.user({ account, permissions: ['DigitalTwin.read'] });
    expect(await usesOf(reader, state.id)).toEqual([]);
    const viewer = await server.make.user({ account, permissions: ['Dashboards.read', 'DigitalTwin.read'] });
    expect(await usesOf(viewer, state.id)).toHaveLength(1);
  });
});
