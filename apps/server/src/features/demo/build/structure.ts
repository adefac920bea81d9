import { createRule } from '@stellwerk/contract/rule-calls';
import { type SharedTarget, shareRule } from '@stellwerk/contract/shared-rule';
import { createState, updateState } from '@stellwerk/contract/state';
import { createTwin } from '@stellwerk/contract/twin';
import { createShareKey } from '@stellwerk/contract/twin-sharing';
import type { Profile } from '@stellwerk/plugin/profile';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { NewDevices } from '../../devices/index.ts';
import { readStates, referenceName, setDecimals } from '../demo.store.ts';
import type { Call } from '../local-call.ts';
import { everyDevice, everyTwin, type Place, type PlannedDevice, type PlannedTwin } from '../plan.ts';
import type { WorldRule, WorldState } from '../world/types.ts';

interface BuildOptions {
  accountId: number;
  connectorIds: ReadonlyMap<string, number>;
  driverIds: ReadonlyMap<string, number>;
  profiles: ReadonlyMap<string, Profile>;
  placeOf(at: readonly [number, number]): Place;
  /** Twins of other accounts of the world, by key. */
  known: ReadonlyMap<string, number>;
  addBulk(devices: Omit<NewDevices, 'createdBy'>): Promise<number[]>;
  onProgress(made: number): void;
}

/** Status `inOperation` of the contract, as the table stores it. */
const inOperation = 3;

type StateIds = Map<number, Map<string, number>>;

const required = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`the demo world names ${what}, which is not there`);
  return value;
};

/** Creates twins, devices, computed states and rules of one account in the caller's transaction. */
export async function buildStructure(
  call: Call,
  db: Db,
  twins: readonly PlannedTwin[],
  options: BuildOptions,
): Promise<void> {
  const { accountId, connectorIds, driverIds, profiles, placeOf, known, addBulk, onProgress } = options;
  const twinIds = new Map<string, number>();
  const deviceIds = new Map<PlannedDevice, number>();
  const shared = new Map<WorldRule, { id: number; ruleId: number; target: SharedTarget }>();

  /** Adds the devices of one description at a time, because they share connector and driver. */
  async function addDevices(devices: readonly PlannedDevice[], parentId: number): Promise<void> {
    for (const [source, members] of Map.groupBy(devices, (device) => device.source)) {
      const ids = await addBulk({
        place: { parentId },
        connectorId: required(connectorIds.get(source.connector ?? 'lorawan'), 'a connector'),
        driverId: required(driverIds.get(source.profile), `the profile ${source.profile}`),
        devices: members.map(({ title, externalId, place }) => ({
          ...{ title, externalId, ...place },
          icon: source.icon ?? profiles.get(source.profile)?.icon ?? '',
          tags: [...(source.tags ?? [])],
          operationalStatus: inOperation,
        })),
      });
      for (const [index, device] of members.entries()) deviceIds.set(device, ids[index] ?? 0);
      onProgress(members.length);
    }
  }

  async function addTwin(twin: PlannedTwin, parentId: number | null): Promise<void> {
    const { key, source, title, place } = twin;
    const { data } = await call(createTwin, {
      body: {
        ...(parentId === null ? { tenantId: accountId } : { parentId }),
        title,
        type: source.type ?? 'default',
        icon: source.icon ?? '',
        description: source.description ?? '',
        tags: [...(source.tags ?? [])],
        address: source.address ?? '',
        ...(place ? { ...place, isAddressLinked: false } : {}),
        ...(source.area ? { geoPolygon: { kind: 'polygon' as const, points: source.area.map(pointOf) } } : {}),
        floorNumber: source.floorNumber ?? null,
        keyValue: Object.entries(source.keyValue ?? {}).map(([name, value]) => ({ key: name, value })),
        references: [{ name: referenceName, value: key }],
      },
    });
    twinIds.set(key, data.id);
    onProgress(1);
    await addDevices(twin.devices, data.id);
    for (const below of twin.twins) await addTwin(below, data.id);
    if (source.isShared) await call(createShareKey, { params: { id: data.id }, body: {} });
  }

  const pointOf = (at: readonly [number, number]): [number, number] => {
    const { latitude, longitude } = placeOf(at);
    return [longitude, latitude];
  };

  for (const twin of twins) await addTwin(twin, null);
  const states: StateIds = await readStates(db, [...deviceIds.values()]);
  await dressDevices();
  for (const twin of twins) await addStates(twin);
  for (const twin of everyTwin(twins))
    await addRules(twin.source.rules ?? [], required(twinIds.get(twin.key), twin.key));
  for (const [device, id] of deviceIds) await addRules(device.source.rules ?? [], id);
  for (const { target, ...params } of shared.values()) await call(shareRule, { params, body: { target } });

  /** Sets properties that drivers don't define: decimals of values, and which states are coordinates. */
  async function dressDevices(): Promise<void> {
    const decimals: { stateId: number; decimals: number }[] = [];
    for (const [{ source }, id] of deviceIds) {
      const own = required(states.get(id), 'states');
      for (const state of profiles.get(source.profile)?.states ?? []) {
        const stateId = own.get(state.key);
        if (stateId === undefined) continue;
        if (state.decimals !== undefined) decimals.push({ stateId, decimals: state.decimals });
        if (state.geoLink) await call(updateState, { params: { id, stateId }, body: { geoLink: state.geoLink } });
      }
    }
    await setDecimals(db, decimals);
  }

  /** Computed states read states of the subtree, so the deepest twins are processed first. */
  async function addStates(twin: PlannedTwin): Promise<void> {
    for (const below of twin.twins) await addStates(below);
    const id = required(twinIds.get(twin.key), twin.key);
    const own = new Map<string, number>();
    states.set(id, own);
    for (const state of twin.source.states ?? []) {
      const { data } = await call(createState, { params: { id }, body: bodyOf(state, sourcesOf(twin, state, own)) });
      own.set(state.key, data.id);
    }
  }

  function sourcesOf(twin: PlannedTwin, { from, of, profiles: makes }: WorldState, own: ReadonlyMap<string, number>) {
    if (of === 'self') return [required(own.get(from), `the state ${from} of ${twin.key}`)];
    const ids =
      of === 'twins'
        ? twin.twins.map(({ key }) => twinIds.get(key))
        : everyDevice([twin])
            .filter(({ source }) => !makes || makes.includes(source.profile))
            .map((device) => deviceIds.get(device));
    const found = ids.flatMap((id) => (id === undefined ? [] : (states.get(id)?.get(from) ?? [])));
    if (found.length === 0) throw new Error(`the demo world computes ${twin.key} from ${from}, which nothing has`);
    return found;
  }

  /** A shared rule is created on its first twin; its copies follow when all twins have their states. */
  async function addRules(rules: readonly WorldRule[], id: number): Promise<void> {
    for (const rule of rules) {
      if (shared.has(rule)) continue;
      const own = required(states.get(id), 'states');
      const zone =
        rule.geofence && required(twinIds.get(rule.geofence.zone) ?? known.get(rule.geofence.zone), 'a zone');
      const { data } = await call(createRule, {
        params: { id },
        body: {
          title: rule.title,
          description: rule.description ?? '',
          metrics: Object.entries(rule.metrics ?? {}).map(([alias, { state, operation, minutes }]) => ({
            alias,
            stateId: required(own.get(state), `the state ${state}`),
            ...(operation ? { operation } : {}),
            historyMinutes: minutes ?? null,
          })),
          conditions: rule.when ? { mode: 'tree', tree: rule.when } : { mode: 'always' },
          executionWindows: (rule.windows ?? []).map((window) => ({ ...window, zone: 'Europe/Berlin' })),
          geofenceTriggers: rule.geofence && zone ? [{ dtwinId: zone, mode: rule.geofence.mode }] : [],
          alarm: rule.alarm,
        },
      });
      const { sharedBy: tag } = rule;
      if (tag !== undefined) shared.set(rule, { id, ruleId: data.id, target: { kind: 'tag', tag } });
    }
  }
}

function bodyOf(state: WorldState, stateIds: number[]): z.input<typeof createState.body> {
  const { key, title, unit = '', icon = '', valueType = 'number', script = '', window, of } = state;
  const { component = 'none', minimum = 0, maximum = 100, thresholds = [], direction, decimals = null } = state;
  return {
    ...{ key, title, unit, icon, valueType, transformer: script },
    visualisation: {
      ...{ component, minimum, maximum, decimals },
      thresholds: [...thresholds],
      ...(direction ? { direction } : {}),
    },
    config: window
      ? { source: 'timeseries-aggregate' as const, timeseries: { ...window, stateId: stateIds[0] ?? 0 } }
      : { source: of === 'devices' ? ('virtual-device-aggregate' as const) : ('aggregate' as const), stateIds },
  };
}
