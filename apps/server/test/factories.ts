import { randomBytes } from 'node:crypto';
import { dashboardFields, type WidgetFields, widgetFields } from '@stellwerk/contract/dashboard';
import { type RuleDefinition, ruleDefinition } from '@stellwerk/contract/rule';
import { newState } from '@stellwerk/contract/state';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { createAccount } from '../src/features/accounts/index.ts';
import { alarms } from '../src/features/alarms/index.ts';
import { connectorStatus, connectors } from '../src/features/connectors/index.ts';
import { dashboards, widgets } from '../src/features/dashboards/index.ts';
import { devices } from '../src/features/devices/index.ts';
import { drivers, driverVersions } from '../src/features/drivers/index.ts';
import { ruleRevisions, ruleStates, ruleStatus, rules } from '../src/features/rules/index.ts';
import { createSession } from '../src/features/sessions/session.store.ts';
import { states } from '../src/features/states/index.ts';
import { twins } from '../src/features/twins/index.ts';
import { createUser } from '../src/features/users/index.ts';
import { addDeviceStatus, addNewest } from '../src/ingest/newest/index.ts';
import type { Db } from '../src/platform/db/db.ts';
import { createRole } from '../src/platform/tenancy/role.store.ts';

export interface TestAccount {
  id: number;
  scopeId: number;
  scopePath: string;
}

export interface TestUser {
  id: number;
  email: string;
  token: string;
  account: TestAccount;
}

export interface TestTwin {
  id: number;
  path: string;
  title: string;
  account: TestAccount;
}

export interface TestDashboard {
  id: number;
  name: string;
  account: TestAccount;
  widgetIds: number[];
}

export interface TestState {
  id: number;
  key: string;
  twin: TestTwin;
}

export interface TestConnector {
  id: number;
  account: TestAccount;
}

export interface TestDriver {
  id: number;
  /** The published version, if there is one. */
  versionId: number | null;
  account: TestAccount;
}

export interface TestDevice extends TestTwin {
  externalId: string;
  connector: TestConnector;
}

export interface TestRule {
  id: number;
  twin: TestTwin;
}

const unique = (word: string) => `${word}-${randomBytes(5).toString('hex')}`;

/** Factories that create missing parents, so that a test states only relevant fields. */
export function createFactories(db: Db) {
  const account = (options: { parent?: TestAccount } = {}): Promise<TestAccount> =>
    db.transaction((tx) => createAccount(tx, { name: unique('account'), parentId: options.parent?.id ?? null }));

  /** A signed-in user with a role of exactly these permissions in the account's scope. */
  async function user(options: { permissions?: string[]; account?: TestAccount; passwordHash?: string } = {}) {
    const home = options.account ?? (await account());
    const email = `${unique('user')}@example.com`;
    return db.transaction(async (tx): Promise<TestUser> => {
      const role = { scopeId: home.scopeId, name: unique('role'), permissions: options.permissions ?? [] };
      const roleId = await createRole(tx, role);
      const id = await createUser(tx, {
        accountId: home.id,
        email,
        username: email,
        firstName: 'Test',
        lastName: 'User',
        passwordHash: options.passwordHash ?? null,
        access: [{ scopeId: home.scopeId, roleId }],
      });
      const expiresAt = new Date(Date.now() + 3_600_000);
      const token = await createSession(tx, { userId: id, address: '127.0.0.1', userAgent: 'test', expiresAt });
      return { id, email, token, account: home };
    });
  }

  /** At the top of the account by default, or below a parent. */
  async function twin(options: { account?: TestAccount; parent?: TestTwin; title?: string } = {}): Promise<TestTwin> {
    const home = options.parent?.account ?? options.account ?? (await account());
    const title = options.title ?? unique('twin');
    const next = await db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('twins', 'id')) as id`);
    const id = Number(next.rows[0]?.id);
    const path = options.parent ? `${options.parent.path}.${id}` : String(id);
    const parentId = options.parent?.id ?? null;
    await db.insert(twins).overridingSystemValue().values({
      id,
      accountId: home.id,
      parentId,
      path,
      scopeId: home.scopeId,
      title,
      searchText: title.toLowerCase(),
    });
    return { id, path, title, account: home };
  }

  /** A state whose values are set by hand. */
  async function state(options: { account?: TestAccount; twin?: TestTwin; key?: string } = {}): Promise<TestState> {
    const { account: home } = options;
    const host = options.twin ?? (await twin(home ? { account: home } : {}));
    const key = options.key ?? unique('state').replace('-', '_');
    const plain = newState.parse({ key, title: key, config: { source: 'none' } });
    const [created] = await db
      .insert(states)
      .values({ ...plain, twinId: host.id, source: plain.config.source, position: 0 })
      .returning({ id: states.id });
    if (!created) throw new Error('insert returned no row');
    await addNewest(db, [created.id]);
    return { id: created.id, key, twin: host };
  }

  async function connector(options: { account?: TestAccount; type?: string } = {}): Promise<TestConnector> {
    const home = options.account ?? (await account());
    const [created] = await db
      .insert(connectors)
      .values({
        accountId: home.id,
        type: options.type ?? 'webhook-incoming',
        name: unique('connector'),
        mutator: { language: 'none', script: '' },
      })
      .returning({ id: connectors.id });
    if (!created) throw new Error('insert returned no row');
    await db.insert(connectorStatus).values({ connectorId: created.id });
    // Notifies like the service, so that running connectors start it.
    await db.execute(sql`select pg_notify('connectors', ${String(created.id)})`);
    return { id: created.id, account: home };
  }

  /** With a published version 1; without a script, its parser returns the payload. */
  async function driver(options: { account?: TestAccount; script?: string } = {}): Promise<TestDriver> {
    const home = options.account ?? (await account());
    const [created] = await db
      .insert(drivers)
      .values({ accountId: home.id, title: unique('driver') })
      .returning({ id: drivers.id });
    if (!created) throw new Error('insert returned no row');
    const { script } = options;
    const parser = script === undefined ? { type: 'none' as const } : { type: 'javascript' as const, script };
    const [version] = await db
      .insert(driverVersions)
      .values({ driverId: created.id, number: 1, parser, publishedAt: new Date() })
      .returning({ id: driverVersions.id });
    return { id: created.id, versionId: version?.id ?? null, account: home };
  }

  /** A virtual device without states. */
  async function device(
    options: { account?: TestAccount; connector?: TestConnector; driver?: TestDriver; externalId?: string } = {},
  ): Promise<TestDevice> {
    const home = options.account ?? options.connector?.account ?? (await account());
    const source = options.connector ?? (await connector({ account: home }));
    const host = await twin({ account: home });
    const externalId = options.externalId ?? unique('device');
    await db.update(twins).set({ category: 'virtualDevice' }).where(eq(twins.id, host.id));
    await db
      .insert(devices)
      .values({ twinId: host.id, connectorId: source.id, externalId, driverId: options.driver?.id ?? null });
    await addDeviceStatus(db, [host.id]);
    return { ...host, externalId, connector: source };
  }

  /** Without a definition, the rule has a metric on a state of the twin and always raises an alarm. */
  async function rule(
    options: { account?: TestAccount; twin?: TestTwin; title?: string; definition?: Partial<RuleDefinition> } = {},
  ): Promise<TestRule> {
    const { account: home } = options;
    const host = options.twin ?? (await twin(home ? { account: home } : {}));
    const usual = async () => ({
      metrics: [{ alias: 'value1', stateId: (await state({ twin: host })).id }],
      alarm: { severity: 'warning', message: 'test' },
    });
    const definition = ruleDefinition.parse(options.definition ?? (await usual()));
    const fields = { title: options.title ?? unique('rule'), description: '', active: true };
    const [created] = await db
      .insert(rules)
      .values({ ...fields, twinId: host.id, definition })
      .returning({ id: rules.id });
    if (!created) throw new Error('insert returned no row');
    const ruleId = created.id;
    await db.insert(ruleRevisions).values({ ruleId, revision: 1, fields: { ...fields, ...definition } });
    await db.insert(ruleStatus).values({ ruleId });
    const stateIds = new Set(definition.metrics.map(({ stateId }) => stateId));
    if (stateIds.size > 0) {
      await db
        .insert(ruleStates)
        .values([...stateIds].map((stateId) => ({ ruleId, stateId, kind: 'metric' as const })));
    }
    return { id: ruleId, twin: host };
  }

  async function alarm(options: { account?: TestAccount; twin?: TestTwin; openedAt?: Date } = {}): Promise<number> {
    const { account: home } = options;
    const host = options.twin ?? (await twin(home ? { account: home } : {}));
    const about = { origin: 'health', originId: host.id, identifier: unique('check'), category: 'device' };
    const [created] = await db
      .insert(alarms)
      .values({
        ...about,
        accountId: host.account.id,
        twinId: host.id,
        severity: 'warning',
        message: 'test',
        openedAt: options.openedAt ?? new Date(),
      })
      .returning({ id: alarms.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  }

  /** A dashboard with these widgets, in their order. */
  async function dashboard(
    options: {
      account?: TestAccount;
      twin?: TestTwin;
      name?: string;
      customParameters?: z.input<typeof dashboardFields>['customParameters'];
      widgets?: z.input<typeof widgetFields>[];
    } = {},
  ): Promise<TestDashboard> {
    const home = options.account ?? options.twin?.account ?? (await account());
    const name = options.name ?? unique('dashboard');
    const given = { name, customParameters: options.customParameters };
    const { defaultDateRange, customParameters } = dashboardFields.parse(given);
    const [created] = await db
      .insert(dashboards)
      .values({ accountId: home.id, parentTwinId: options.twin?.id ?? null, name, defaultDateRange, customParameters })
      .returning({ id: dashboards.id });
    if (!created) throw new Error('insert returned no row');
    const dashboardId = created.id;
    const rows = (options.widgets ?? []).map((widget, layoutOrderIdx) => {
      const fields: WidgetFields = widgetFields.parse(widget);
      return { ...fields, dashboardId, layoutOrderIdx };
    });
    const made = rows.length > 0 ? await db.insert(widgets).values(rows).returning({ id: widgets.id }) : [];
    return { id: dashboardId, name, account: home, widgetIds: made.map(({ id }) => id) };
  }

  return { account, user, twin, state, connector, driver, device, rule, alarm, dashboard };
}
export type Factories = ReturnType<typeof createFactories>;
