import type { ConfigCache, ConnectorEntry, LiveDirectory } from '../../../ingest/ports.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import { type ChangedObjects, configMark, readChanges, readVersions } from './config-log.store.ts';
import {
  type DeviceRecord,
  findDevices,
  findTwinStates,
  pageDevices,
  readConnectors,
  type TwinStateRecord,
} from './directory.store.ts';
import { fedStates, type KnownDevice, toKnownDevice } from './known-device.ts';

export interface DeviceDirectory extends LiveDirectory {
  start(): Promise<void>;
  device(twinId: number): KnownDevice | undefined;
  size(): number;
}

const pageSize = 10_000;
const nothing: readonly TwinStateRecord[] = [];

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
  let connectors = new Map<number, ConnectorEntry>();
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
    const device = toKnownDevice(record);
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

  const find = (connectorId: number, identifier: string) => byConnector.get(connectorId)?.get(identifier);
  const connectorOf = ({ connectorId }: { connectorId: number }) => connectors.get(connectorId);

  const statesOf = (packet: { connectorId: number; identifier: string }) => {
    const { connectorId, identifier } = packet;
    const states = twinStates.size > 0 ? twinStates.get(identifier) : undefined;
    const source = { connectorId, connector: connectorOf(packet), device: find(connectorId, identifier) };
    return states ? fedStates(states, source) : nothing;
  };

  /** Reads in one snapshot, so that versions and devices are consistent. */
  const reading = <T>(work: (db: Db) => Promise<T>) =>
    database.db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });

  async function refreshOnce(): Promise<void> {
    const changed = await reading(async (db) => {
      const after = await readVersions(db);
      const objects = await readChanges(db, versions, after);
      const twinIds = await reload(db, objects);
      const changed = { twinIds: [...new Set([...objects.twinIds, ...twinIds])], accountIds: objects.wholeAccounts };
      for (const cache of configCaches) await cache.reload(db, changed);
      connectors = await readConnectors(db, 'all');
      versions = after;
      mark = await configMark(db);
      return twinIds;
    });
    if (changed.length > 0) onChange(changed);
  }

  let refreshing: Promise<void> = Promise.resolve();
  /** One after another, because pipeline, lanes and senders ask for it. */
  function refresh(): Promise<void> {
    const next = refreshing.then(refreshOnce);
    refreshing = next.catch(() => {});
    return next;
  }

  let checking: Promise<void> = Promise.resolve();
  let nextCheck: Promise<void> | undefined;
  /** Loads changes committed before the call. Calls that arrive during a check share the next one. */
  function catchUp(): Promise<void> {
    nextCheck ??= checking.then(() => {
      nextCheck = undefined;
      const check = configMark(database.db).then((newest) => (newest === mark ? undefined : refresh()));
      checking = check.catch(() => {});
      return check;
    });
    return nextCheck;
  }

  return {
    start: () =>
      reading(async (db) => {
        versions = await readVersions(db);
        mark = await configMark(db);
        connectors = await readConnectors(db, 'all');
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

    find,
    deviceOf: ({ connectorId, identifier }) => find(connectorId, identifier),
    connectorOf,
    statesOf,

    async findUnknown(connectorId, identifiers) {
      const listUnknown = () =>
        identifiers.filter(
          (identifier) => !find(connectorId, identifier) && statesOf({ connectorId, identifier }).length === 0,
        );
      if (listUnknown().length === 0) return new Set();
      await catchUp();
      return new Set(listUnknown());
    },

    device: (twinId) => byTwin.get(twinId),
    size: () => byTwin.size,

    mark: () => mark,
    isStale: async (db, read) => (await configMark(db)) !== read,

    refresh,
  };
}
