import type { HealthEntry } from '@stellwerk/contract/health';
import type { DeviceEntry, Directory } from '../../ingest/ports.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { type ChangedObjects, configMark, readChanges, readVersions } from './config-log.store.ts';
import {
  connectorPaths,
  type DeviceRecord,
  findDevices,
  findTwinStates,
  pageDevices,
  type TwinStateRecord,
} from './directory.store.ts';

/** A cached device, with the data that the pipeline and the health checks need. */
export interface KnownDevice extends DeviceEntry {
  connectorId: number;
  externalId: string;
  operationalStatus: number;
  /** The last known result of the health checks. */
  health: number;
  ownChecks: readonly HealthEntry[];
  states: readonly { stateId: number; key: string }[];
}

export interface DeviceDirectory extends Directory {
  start(): Promise<void>;
  device(twinId: number): KnownDevice | undefined;
  /** The scope of the connector's account. */
  pathOf(connectorId: number): string | undefined;
  size(): number;
}

export interface ConfigCache {
  load(db: Db): Promise<void>;
  reload(db: Db, changed: { twinIds: readonly number[]; accountIds: readonly number[] }): Promise<void>;
}

const pageSize = 10_000;
const nothing: readonly TwinStateRecord[] = [];

const isWithin = (path: string, branch: string) => path === branch || path.startsWith(`${branch}.`);

function toDevice(record: DeviceRecord): KnownDevice {
  const { twinId, accountId, accountPath, connectorId, externalId, isDisabled, operationalStatus } = record;
  const stateOf = new Map<string, number[]>();
  const states: { stateId: number; key: string }[] = [];
  let rawStateId: number | null = null;
  for (const [stateId, key, variable] of record.fed ?? []) {
    states.push({ stateId, key });
    if (variable === '' && key === '_raw') rawStateId = stateId;
    else stateOf.set(variable, [...(stateOf.get(variable) ?? []), stateId]);
  }
  for (const [stateId, key] of record.others ?? []) states.push({ stateId, key });
  const { title, tags, keyValue, groups, targetReference: target } = record;
  const properties = Object.fromEntries(keyValue.map(({ key, value }) => [key, value]));
  return {
    ...{ twinId, accountId, accountPath, connectorId, externalId, isDisabled, operationalStatus },
    ...{ stateOf, rawStateId, states },
    parserId: record.driverVersionId,
    description: { id: twinId, title, tags, keyValue: properties, groups },
    forwards: target && {
      routing: { [target.name]: target.value },
      keyOf: new Map(states.map((each) => [each.stateId, each.key])),
    },
    health: record.health,
    ownChecks: record.healthConfig,
  };
}

/** Cache of all configured devices, refreshed by the change log that database triggers write. */
export function createDirectory(options: {
  database: Database;
  /** Other caches of configuration, loaded in the same snapshot. */
  configCaches?: readonly ConfigCache[];
  /** These twins have changed: other caches must drop their data. */
  onChange?(twinIds: readonly number[]): void;
}): DeviceDirectory {
  const { database, configCaches = [], onChange = () => {} } = options;
  /** By connector, then by identifier: two lookups cost less than building a combined key for every packet. */
  const byConnector = new Map<number, Map<string, KnownDevice>>();
  const byTwin = new Map<number, KnownDevice>();
  const twinStates = new Map<string, TwinStateRecord[]>();
  const twinStateIds = new Map<number, string[]>();
  let paths = new Map<number, string>();
  let versions = new Map<number, number>();
  let mark = '';

  function forget(twinId: number): void {
    const known = byTwin.get(twinId);
    if (known) {
      const own = byConnector.get(known.connectorId);
      if (own?.get(known.externalId) === known) own.delete(known.externalId);
      byTwin.delete(twinId);
    }
    for (const identifier of twinStateIds.get(twinId) ?? []) {
      const left = twinStates.get(identifier)?.filter((each) => each.twinId !== twinId) ?? [];
      if (left.length > 0) twinStates.set(identifier, left);
      else twinStates.delete(identifier);
    }
    twinStateIds.delete(twinId);
  }

  function add(record: DeviceRecord): void {
    const device = toDevice(record);
    const own = byConnector.get(device.connectorId);
    if (own) own.set(device.externalId, device);
    else byConnector.set(device.connectorId, new Map([[device.externalId, device]]));
    byTwin.set(device.twinId, device);
  }

  function addTwinState(record: TwinStateRecord): void {
    twinStates.set(record.identifier, [...(twinStates.get(record.identifier) ?? []), record]);
    twinStateIds.set(record.twinId, [...(twinStateIds.get(record.twinId) ?? []), record.identifier]);
  }

  async function reload(db: Db, { twinIds, driverIds, wholeAccounts }: ChangedObjects): Promise<number[]> {
    const gone = new Set(twinIds);
    for (const { twinId, accountId } of byTwin.values()) if (wholeAccounts.includes(accountId)) gone.add(twinId);
    for (const list of twinStates.values()) {
      for (const { twinId, accountId } of list) if (wholeAccounts.includes(accountId)) gone.add(twinId);
    }
    const found = await findDevices(db, { twinIds, driverIds, accountIds: wholeAccounts });
    for (const { twinId } of found) gone.add(twinId);
    const foundStates = await findTwinStates(db, { twinIds, accountIds: wholeAccounts });
    for (const twinId of gone) forget(twinId);
    for (const record of found) add(record);
    for (const record of foundStates) addTwinState(record);
    return [...gone];
  }

  /** Reads in one snapshot, so that versions and devices are consistent. */
  const reading = <T>(work: (db: Db) => Promise<T>) =>
    database.db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });

  return {
    start: () =>
      reading(async (db) => {
        versions = await readVersions(db);
        mark = await configMark(db);
        paths = await connectorPaths(db);
        for (let after = 0; ; ) {
          const page = await pageDevices(db, after, pageSize);
          for (const record of page) add(record);
          const last = page.at(-1);
          if (!last || page.length < pageSize) break;
          after = last.twinId;
        }
        for (const record of await findTwinStates(db, 'all')) addTwinState(record);
        for (const cache of configCaches) await cache.load(db);
      }),

    find: (connectorId, identifier) => byConnector.get(connectorId)?.get(identifier),

    statesOf(connectorId, identifier) {
      const fed = twinStates.size > 0 ? twinStates.get(identifier) : undefined;
      if (!fed) return nothing;
      const path = paths.get(connectorId);
      if (path === undefined) return nothing;
      const owner = byConnector.get(connectorId)?.get(identifier)?.accountPath;
      // Accounts share connectors of accounts above: only the account of a device, and accounts above it, may read its
      // data.
      return fed.filter(
        ({ accountPath }) => isWithin(accountPath, path) && (owner === undefined || isWithin(owner, accountPath)),
      );
    },

    device: (twinId) => byTwin.get(twinId),
    pathOf: (connectorId) => paths.get(connectorId),
    size: () => byTwin.size,

    mark: () => mark,
    isStale: async (db, read) => (await configMark(db)) !== read,

    async refresh() {
      const changed = await reading(async (db) => {
        const after = await readVersions(db);
        const objects = await readChanges(db, versions, after);
        const twinIds = await reload(db, objects);
        const changed = { twinIds: [...new Set([...objects.twinIds, ...twinIds])], accountIds: objects.wholeAccounts };
        for (const cache of configCaches) await cache.reload(db, changed);
        paths = await connectorPaths(db);
        versions = after;
        mark = await configMark(db);
        return twinIds;
      });
      if (changed.length > 0) onChange(changed);
    },
  };
}
