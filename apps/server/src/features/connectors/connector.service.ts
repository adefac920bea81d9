import type {
  Connector,
  connectorChange,
  connectorListQuery,
  newConnector,
  resetConnectorState,
} from '@stellwerk/contract/connector';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { countStatesOfConnectors, normaliseStateIdentifiers } from '../states/index.ts';
import * as store from './connector.store.ts';
import { type Kind, kindToWire, rowToWire, toWire } from './connector-mapper.ts';
import { renderReason } from './failure-reason.ts';
import { usesEuis } from './mutator.ts';
import type { ConnectorIdentifiersPort, ConnectorPacketsPort, ConnectorUsesPort } from './ports.ts';
import { type SecretPlan, type Settings, secretOwner } from './settings.service.ts';
import { writeState } from './status.store.ts';

type NewConnector = z.output<typeof newConnector>;
type Change = z.output<typeof connectorChange>;

interface ServiceOptions {
  kinds: ReadonlyMap<string, Kind>;
  settings: Settings;
  secrets: Pick<Secrets, 'names' | 'remove'>;
  uses: ConnectorUsesPort;
  identifiers: Pick<ConnectorIdentifiersPort, 'normaliseIds'>;
  packets: Pick<ConnectorPacketsPort, 'normaliseUnknown'>;
  /** Writes dropped messages that are still in memory. */
  flush(): Promise<void>;
  onChange(connectorId: number): Promise<void>;
  /** Number of connected clients; null if the connector accepts none or does not run. */
  clientCountOf(connectorId: number): number | null;
}

interface Saved {
  connector: Connector;
  generated: Record<string, string>;
}

export type ConnectorService = ReturnType<typeof createConnectorService>;

export function createConnectorService(options: ServiceOptions) {
  const { kinds, settings, secrets, uses, identifiers, packets, flush, onChange, clientCountOf } = options;
  const kindOf = (type: string): Kind => kinds.get(type) ?? fail('BRIDGE_TYPE_UNKNOWN', { type });

  async function find(ctx: Ctx, id: number): Promise<store.FoundConnector> {
    return (await store.findConnector(ctx.db, id)) ?? fail('BRIDGE_NOT_FOUND');
  }

  const figuresOf = (id: number, used: ReadonlyMap<number, number>) => ({
    deviceCount: used.get(id) ?? 0,
    clientCount: clientCountOf(id),
  });

  async function read(ctx: Ctx, id: number): Promise<Connector> {
    const row = await find(ctx, id);
    const used = await uses.countDevices(ctx.db, [id]);
    const names = await secrets.names(ctx.db, secretOwner(id));
    return toWire(row, kinds.get(row.type), { ...figuresOf(id, used), secrets: names, language: ctx.language });
  }

  /** A connector that can't connect is saved only while it is switched off. */
  async function requireConnection(ctx: Ctx, kind: Kind, options: Record<string, unknown>, plan: SecretPlan) {
    const problem = await settings.tryConnection(kind, options, plan.values);
    if (problem) fail('BRIDGE_CONNECTION_FAILED', { reason: renderReason(problem, ctx.language).message });
  }

  const asDuplicate = (name: string) => (error: unknown) => {
    if (violates(error, 'connectors_name')) fail('BRIDGE_DUPLICATE_NAME', { name });
    throw error;
  };

  /** Called when a new mapping compares identifiers as EUIs: rewrites the stored identifiers of the connector. */
  async function normaliseIds(db: Db, id: number): Promise<void> {
    await identifiers.normaliseIds(db, id);
    await normaliseStateIdentifiers(db, id);
    await packets.normaliseUnknown(db, id);
  }

  function afterwards(ctx: Ctx, id: number): void {
    ctx.afterCommit(() => onChange(id));
  }

  /** The new settings of the connection; undefined if a change does not affect it. */
  async function planConnection(ctx: Ctx, row: store.FoundConnector, change: Change) {
    const active = change.active ?? row.active;
    const touches = change.options ?? change.secrets ?? change.generate?.length;
    if (!touches) return active === row.active ? undefined : { active, options: undefined, plan: undefined };
    const kind = kindOf(row.type);
    const options = settings.parseOptions(kind.manifest, change.options ?? row.options);
    const plan = settings.planSecrets(kind.manifest, {
      known: await settings.readSecrets(ctx.db, row.id),
      given: change.secrets ?? {},
      generate: change.generate ?? [],
    });
    if (active) await requireConnection(ctx, kind, options, plan);
    return { active, options: { options, optionsVersion: kind.manifest.version }, plan };
  }

  return {
    read,

    listKinds: async () => ({ data: [...kinds.values()].map(({ manifest }) => kindToWire(manifest)) }),

    async listConfigs(ctx: Ctx, query: { tenantId?: number | undefined; search?: string | undefined }) {
      const rows = await store.findChoices(ctx.db, ctx.actor, query);
      return {
        data: rows.flatMap(({ id, name, type, state, accountId }) => {
          const kind = kinds.get(type);
          return kind ? [{ id, name, type, state, tenantId: accountId, capabilities: kind.manifest.capabilities }] : [];
        }),
      };
    },

    async list(ctx: Ctx, query: z.output<typeof connectorListQuery>) {
      const { rows, ...total } = await store.findConnectors(ctx.db, ctx.actor, query);
      const ids = rows.map(({ id }) => id);
      const used = await uses.countDevices(ctx.db, ids);
      const data = rows.map((row) => rowToWire(row, kinds.get(row.type), figuresOf(row.id, used), ctx.language));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, input: NewConnector): Promise<Saved> {
      const { tenantId, type, options: given, secrets: givenSecrets, ...fields } = input;
      const kind = kindOf(type);
      const options = settings.parseOptions(kind.manifest, given);
      const plan = settings.planSecrets(kind.manifest, { known: {}, given: givenSecrets, generate: [] });
      await settings.checkMutator(fields.mutator, ctx.actor.accountId);
      if (fields.active) await requireConnection(ctx, kind, options, plan);
      const values = { ...fields, accountId: tenantId, type, options, optionsVersion: kind.manifest.version };
      const id = await ctx.db
        .transaction(async (db) => {
          const created = await store.insertConnector(db, values);
          await settings.storeSecrets(db, created, plan);
          await store.hintChange(db, created);
          return created;
        })
        .catch(asDuplicate(fields.name));
      ctx.activity.objects.push({ noun: 'connector', id });
      afterwards(ctx, id);
      return { connector: await read(ctx, id), generated: plan.generated };
    },

    async update(ctx: Ctx, id: number, change: Change): Promise<Saved> {
      const row = await find(ctx, id);
      if (change.mutator) await settings.checkMutator(change.mutator, ctx.actor.accountId);
      const { options: _options, secrets: _secrets, generate: _generate, active: _active, ...fields } = change;
      const connection = await planConnection(ctx, row, change);
      const becomesEuis = change.mutator !== undefined && usesEuis(change.mutator);
      if (becomesEuis) await flush();
      await ctx.db
        .transaction(async (db) => {
          const changes = connection ? { ...fields, active: connection.active, ...connection.options } : fields;
          await store.updateConnector(db, id, changes, connection !== undefined);
          if (becomesEuis) await normaliseIds(db, id);
          if (connection?.plan) await settings.storeSecrets(db, id, connection.plan);
          if (connection) await writeState(db, { connectorId: id, state: connection.active ? 'waiting' : 'disabled' });
          await store.hintChange(db, id);
        })
        .catch(asDuplicate(change.name ?? row.name));
      afterwards(ctx, id);
      return { connector: await read(ctx, id), generated: connection?.plan?.generated ?? {} };
    },

    async remove(ctx: Ctx, id: number): Promise<{ deleted: true }> {
      await find(ctx, id);
      const devices = (await uses.countDevices(ctx.db, [id])).get(id) ?? 0;
      const rules = (await uses.countRules(ctx.db, [id])).get(id) ?? 0;
      const states = (await countStatesOfConnectors(ctx.db, [id])).get(id) ?? 0;
      if (devices + rules + states > 0) fail('BRIDGE_IN_USE', { devices, rules, states });
      await secrets.remove(ctx.db, { owner: secretOwner(id) });
      await store.removeConnector(ctx.db, id);
      await store.hintChange(ctx.db, id);
      afterwards(ctx, id);
      return { deleted: true };
    },

    async reset(ctx: Ctx, id: number, { state }: RouteInput<typeof resetConnectorState>['body']): Promise<Connector> {
      await find(ctx, id);
      await store.updateConnector(ctx.db, id, { active: state === 'waiting' }, true);
      await writeState(ctx.db, { connectorId: id, state });
      await store.hintChange(ctx.db, id);
      afterwards(ctx, id);
      return read(ctx, id);
    },
  };
}
