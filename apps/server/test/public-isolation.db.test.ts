import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@stellwerk/contract/core/route';
import { finishFederated, startFederated } from '@stellwerk/contract/federated';
import { validatePassword } from '@stellwerk/contract/password';
import { receiveWebhook } from '@stellwerk/contract/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createVisitors,
  publicCalls,
  type Shared,
  type Visitors,
} from '../src/features/twin-sharing/testing/visitors.ts';
import { createFiles } from '../src/platform/files/files.ts';
import { type MadeConnector, makeConnector, type Rig, startRig } from './connectors/rig.ts';
import { nounFactories } from './noun-factories.ts';
import { nameOf } from './places.ts';
import { urlOf } from './server.ts';
import { jsonSpellings, textSpellings } from './spellings.ts';

interface World {
  shared: Shared;
  webhook: MadeConnector;
  clientId: number;
}

type Part = 'params' | 'query' | 'body';
interface Call extends Partial<Record<Part, Record<string, unknown>>> {
  route: Route;
  headers?: Record<string, string>;
}

let filesDir: string;
let rig: Rig;
let own: World;
let foreign: World;

async function makeWorld(visitors: Visitors, title: string): Promise<World> {
  const shared = await visitors.shareBuilding();
  for (const twin of [shared.site, shared.building, shared.room]) await visitors.change(twin, { title });
  const webhook = await makeConnector(rig.server, { type: 'webhook-incoming' }, shared.manager);
  const makeClient = nounFactories.federatedClient ?? expect.unreachable();
  return { shared, webhook, clientId: await makeClient(rig.server, shared.manager.account) };
}

const secretTitle = 'a title of the other account';

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'stellwerk-public-'));
  const files = createFiles({ dir: filesDir });
  rig = await startRig({ files });
  const visitors = createVisitors(rig.server, files);
  own = await makeWorld(visitors, 'a title of the own account');
  // The other account gets ids that nothing of the own one has, in whatever table.
  await rig.server.database.pool.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, 1000 * row_number() over ()) from pg_sequences`,
  );
  foreign = await makeWorld(visitors, secretTitle);
});
afterAll(async () => {
  await rig.close();
  await rm(filesDir, { recursive: true });
});

/** A call of each public route with ids, in which everything is the caller's own. */
const ownCalls = ({ shared, webhook }: World): Call[] => [
  ...publicCalls.map(({ route, extra }) => ({
    route,
    params: { key: shared.key, dtwin: shared.building.id, ...extra.params },
    query: { ...extra.query },
  })),
  {
    route: receiveWebhook,
    params: { connectorId: webhook.id },
    headers: { 'x-api-key': webhook.generated.key ?? '' },
    body: { id: 'device', payload: 1 },
  },
  {
    route: validatePassword,
    headers: { authorization: `Bearer ${shared.manager.token}` },
    body: { tenantId: shared.manager.account.id, password: 'x' },
  },
];

/** Anybody may begin to sign in at the service of any account. */
const signIns: readonly Route[] = [startFederated, finishFederated];

let visitors = 0;
async function send({ route, headers, params, query, body }: Call, rawBody?: string) {
  visitors += 1;
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await rig.server.app.inject({
    method: route.method,
    url: urlOf(route, { params, query }),
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload }),
    // A source that tries many keys is locked out.
    remoteAddress: `10.2.${Math.floor(visitors / 250)}.${visitors % 250}`,
  });
  return { status: answer.statusCode, text: answer.body };
}

/** Ids of the other account that have a meaning somewhere in a public route. */
const foreignIds = ({ shared, webhook, clientId }: World) => [
  shared.building.id,
  shared.room.id,
  shared.manager.account.id,
  webhook.id,
  clientId,
];

/** Calls with another value in one place. */
function variantsOf(call: Call, part: Part, name: string, id: number) {
  const withValue = (value: unknown) => ({ ...call, [part]: { ...call[part], [name]: value } });
  if (part !== 'body')
    return [String(id), ...textSpellings(id)].map((text) => ({ text, send: () => send(withValue(text)) }));
  const mark = '@id';
  const json = JSON.stringify(withValue(mark).body);
  return [String(id), ...jsonSpellings(id)].map((text) => ({
    text,
    send: () =>
      send(
        call,
        json.replace(JSON.stringify(mark), () => text),
      ),
  }));
}

const idNames = new Set(['dtwin', 'connectorId', 'tenantId']);

const placesIn = (call: Call) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.keys(call[part] ?? {}).map((name) => ({ part, name, isIdPlace: idNames.has(name) })),
  );

async function findPublicLeaks(call: Call): Promise<{ leaks: string[]; tried: number }> {
  const leaks: string[] = [];
  let tried = 0;
  for (const { part, name, isIdPlace } of placesIn(call)) {
    for (const id of foreignIds(foreign)) {
      for (const variant of variantsOf(call, part, name, id)) {
        const { status, text } = await variant.send();
        tried += 1;
        const isShown = text.includes(secretTitle) || (isIdPlace && status < 300);
        if (isShown) leaks.push(`${nameOf(call.route)}: ${part}.${name} = ${variant.text} answers ${status}`);
      }
    }
  }
  return { leaks, tried };
}

describe('every public route', () => {
  it('that takes an id is in this test', () => {
    const isListed = ({ method, path }: Route) =>
      [...ownCalls(own).map(({ route }) => route), ...signIns].some(
        (route) => route.method === method && route.path === path,
      );
    const takesNumbers = (route: Route) =>
      (['params', 'query', 'body'] as const).some((part) => {
        const schema = route[part];
        return schema && JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('"integer"');
      });
    const open = rig.server.routes.map(({ route }) => route).filter((route) => route.public);
    expect(open.filter((route) => takesNumbers(route) && !isListed(route)).map(nameOf)).toEqual([]);
    expect(open.filter(takesNumbers).length).toBeGreaterThanOrEqual(9);
  });

  it('answers the holder of a key, in the plain spelling of an id', async () => {
    for (const call of ownCalls(own)) expect((await send(call)).status, nameOf(call.route)).toBeLessThan(300);
  });

  it('shows the holder of a key nothing of another account, wherever its ids are put', async () => {
    for (const call of ownCalls(own)) {
      const { leaks, tried } = await findPublicLeaks(call);
      expect(leaks).toEqual([]);
      expect(tried).toBeGreaterThanOrEqual(16 * foreignIds(foreign).length);
    }
  });

  it('knows own objects by one spelling of their id', async () => {
    for (const call of ownCalls(own)) {
      for (const { part, name } of placesIn(call).filter(({ isIdPlace }) => isIdPlace)) {
        const id = Number(call[part]?.[name]);
        for (const variant of variantsOf(call, part, name, id).slice(1)) {
          // Some JSON spellings are the number itself.
          if (part === 'body' && JSON.parse(variant.text) === id) continue;
          expect((await variant.send()).status, `${nameOf(call.route)} ${variant.text}`).toBeGreaterThanOrEqual(400);
        }
      }
    }
    for (const route of signIns) {
      for (const text of textSpellings(own.clientId)) {
        const { status } = await send({ route, params: { clientId: text } });
        expect(status, `${nameOf(route)} ${text}`).toBe(400);
      }
    }
  });

  it('with the key of another account opens nothing of this one', async () => {
    const [theirs, mine] = [ownCalls(foreign), ownCalls(own)];
    for (const [index, { headers, params = {}, ...call }] of theirs.entries()) {
      const target = mine[index]?.params ?? {};
      const crossed = { ...call, headers, params: { ...params, ...target, key: params.key } };
      if (Object.keys(target).length > 0)
        expect((await send(crossed)).status, nameOf(call.route)).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('the search for leaks of public routes', () => {
  it('finds a route that looks at the key alone', async () => {
    const [call] = ownCalls(own);
    if (!call) return expect.unreachable();
    // The key of the other account plays the part of a check that forgets to compare key and twin.
    const forgetful = { ...call, params: { ...call.params, key: foreign.shared.key } };
    const { leaks } = await findPublicLeaks(forgetful);
    expect(leaks).toContain(`${nameOf(call.route)}: params.dtwin = ${foreign.shared.building.id} answers 200`);
  });
});
