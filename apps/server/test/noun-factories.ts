import { randomBytes, randomUUID } from 'node:crypto';
import type { NounName } from '@stellwerk/contract/core/id';
import { eq } from 'drizzle-orm';
import { createRole } from '../src/features/access/index.ts';
import { createApiKey } from '../src/features/api-keys/index.ts';
import { driverTests } from '../src/features/drivers/index.ts';
import { favourites } from '../src/features/favourites/index.ts';
import { federatedClients } from '../src/features/federated/index.ts';
import { sessions } from '../src/features/sessions/session.table.ts';
import { fleets } from '../src/features/simulator/index.ts';
import { twinFiles } from '../src/features/twins/index.ts';
import { jobs } from '../src/platform/jobs/job.table.ts';
import type { TestAccount } from './factories.ts';
import type { TestServer } from './server.ts';

export type NounFactory = (server: TestServer, account: TestAccount) => Promise<number>;

const makeRole: NounFactory = (server, account) =>
  createRole(server.database.db, { scopeId: account.scopeId, name: `role ${randomUUID()}`, permissions: [] });

const makeClient =
  (kind: 'oidc' | 'oauth2'): NounFactory =>
  async (server, account) => {
    const shown = { displayName: 'test', logo: '', domain: '', active: true, createUsers: true };
    const [created] = await server.database.db
      .insert(federatedClients)
      .values({ ...shown, accountId: account.id, kind, clientId: 'test', scope: '', settings: {} })
      .returning({ id: federatedClients.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  };

const makeState: NounFactory = async (server, account) => (await server.make.state({ account })).id;

const makeConnector: NounFactory = async (server, account) => (await server.make.connector({ account })).id;
const makeDriver: NounFactory = async (server, account) => (await server.make.driver({ account })).id;

/** One per noun whose id stands in a route: makes an object in the given account and returns its id. */
export const nounFactories: Partial<Record<NounName, NounFactory>> = {
  account: async (_server, account) => account.id,
  scope: async (_server, account) => account.scopeId,
  job: async (server, account) => {
    const values = { accountId: account.id, scopeId: account.scopeId, kind: 'test', title: 'test', payload: {} };
    const [created] = await server.database.db.insert(jobs).values(values).returning({ id: jobs.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },
  role: makeRole,
  assignableRole: makeRole,
  user: async (server, account) => (await server.make.user({ account })).id,
  session: async (server, account) => {
    const { id: userId } = await server.make.user({ account });
    const [found] = await server.database.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId));
    if (!found) throw new Error('the user has no session');
    return found.id;
  },
  apiKey: async (server, account) => {
    const { id: userId } = await server.make.user({ account });
    const key = { userId, keyHash: randomBytes(32), prefix: 'sw_test', title: 'test', callsPerMinute: 60 };
    return createApiKey(server.database.db, key);
  },
  federatedClient: makeClient('oidc'),
  oidcClient: makeClient('oidc'),
  oauth2Client: makeClient('oauth2'),
  ownIdentity: makeClient('oidc'),
  twin: async (server, account) => (await server.make.twin({ account })).id,
  relatedUser: async (server, account) => (await server.make.user({ account })).id,
  state: makeState,
  sourceState: makeState,
  twinAttachment: async (server, account) => {
    const { id: twinId } = await server.make.twin({ account });
    const file = {
      twinId,
      kind: 'attachment',
      key: '0'.repeat(32),
      name: 'test',
      type: 'text/plain',
      sizeBytes: 1,
    } as const;
    const [created] = await server.database.db.insert(twinFiles).values(file).returning({ id: twinFiles.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },
  favourite: async (server, account) => {
    const { id: twinId } = await server.make.twin({ account });
    const { id: userId } = await server.make.user({ account });
    const values = { userId, twinId, position: 0 };
    const [created] = await server.database.db.insert(favourites).values(values).returning({ id: favourites.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },
  connector: makeConnector,
  connectorChoice: makeConnector,
  driver: makeDriver,
  ownDriver: makeDriver,
  driverTest: async (server, account) => {
    const driverId = await makeDriver(server, account);
    const [created] = await server.database.db
      .insert(driverTests)
      .values({ driverId, title: 'test', packet: {}, expected: {} })
      .returning({ id: driverTests.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },
  device: async (server, account) => (await server.make.device({ account })).id,
  rule: async (server, account) => (await server.make.rule({ account })).id,
  zone: async (server, account) => (await server.make.twin({ account })).id,
  alarm: (server, account) => server.make.alarm({ account }),
  fleet: async (server, account) => {
    const fields = { name: 'test', profile: 'none', deviceCount: 1, intervalSeconds: 60, seed: 1, isRunning: false };
    const [created] = await server.database.db
      .insert(fleets)
      .values({ ...fields, accountId: account.id, faults: { gap: 0, duplicate: 0, late: 0 } })
      .returning({ id: fleets.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },
  dashboard: async (server, account) => (await server.make.dashboard({ account })).id,
  widget: async (server, account) => {
    const { widgetIds } = await server.make.dashboard({ account, widgets: [{ type: 'chart' }] });
    return widgetIds[0] ?? 0;
  },
};
