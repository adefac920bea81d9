import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type { Device } from '@stellwerk/contract/device';
import type { previewReplacement, replaceDevice } from '@stellwerk/contract/device-replacement';
import type { TargetVariable } from '@stellwerk/contract/driver';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { changeState, lockStatesOf, readTwinStates, type StateWithValue } from '../../states/index.ts';
import { bindConnector, bindDriver, requireRoom } from '../change/binding.service.ts';
import type { DeviceRemovalService } from '../change/device-removal.service.ts';
import type { DeviceService } from '../device.service.ts';
import {
  accountsOf,
  changeDevice,
  type DeviceRecord,
  findDevice,
  findVersion,
  lockDevice,
  versionOf,
} from '../device.store.ts';
import type { HealthUpdates } from '../health/health-update.service.ts';
import type { DeviceConnectors, DeviceLock } from '../ports.ts';
import { addMissingStates, variableOf } from '../states/device-states.service.ts';
import { proposeVariables } from './proposal.ts';

interface ReplaceDeps {
  devices: Pick<DeviceService, 'read'>;
  removal: Pick<DeviceRemovalService, 'remove'>;
  connectors: DeviceConnectors;
  health: HealthUpdates;
  locks: () => readonly DeviceLock[];
}

type Replacement = RouteInput<typeof replaceDevice>['body'];
type Preview = RouteOutput<typeof previewReplacement>['data'];
type PreviewSource = RouteInput<typeof previewReplacement>['body']['source'];

/** The identity of the new sensor, and what its driver returns. */
interface Sensor {
  externalId: string;
  connectorId: number;
  connectorData: Record<string, unknown>;
  driverId: number | null;
  driverVersionId: number | null;
  variables: readonly TargetVariable[];
}

interface FedState {
  state: StateWithValue;
  variable: string;
}

/**
 * The variables that a sensor may send. A driver need not declare all of them, and without a driver none is declared:
 * then a sensor of the same model sends what the old one has sent.
 */
function variablesWith(declared: readonly TargetVariable[], fed: readonly FedState[], isSameModel: boolean) {
  const names = new Set(declared.map(({ name }) => name));
  const others = isSameModel || declared.length === 0 ? fed.filter(({ variable }) => !names.has(variable)) : [];
  return [
    ...declared,
    ...others.map(({ state, variable }) => ({
      ...{ name: variable, title: '', unit: state.unit, valueType: state.valueType },
    })),
  ];
}

const fedStates = async (db: Db, id: number): Promise<FedState[]> =>
  (await readTwinStates(db, id)).flatMap((state) => {
    const variable = variableOf(state);
    return variable === undefined ? [] : [{ state, variable }];
  });

export function createReplaceService({ devices, removal, connectors, health, locks }: ReplaceDeps) {
  async function requireOther(db: Db, id: number, replacementId: number): Promise<void> {
    if (replacementId === id) fail('VDEVICE_REPLACED_BY_ITSELF');
    const accounts = await accountsOf(db, [id, replacementId]);
    if (accounts.get(id) !== accounts.get(replacementId)) fail('VDEVICE_OF_ANOTHER_ACCOUNT');
  }

  /** The driver of another sensor, with the variables that it declares. */
  async function modelOf(db: Db, id: number, source: PreviewSource): Promise<Pick<Sensor, 'driverId' | 'variables'>> {
    if (source.kind === 'device') {
      await requireOther(db, id, source.replacementId);
      const found = (await findDevice(db, source.replacementId)) ?? fail('VDEVICE_NOT_FOUND');
      return { driverId: found.driverId, variables: (await versionOf(db, found))?.variables ?? [] };
    }
    const { driverId } = source;
    if (driverId === null) return { driverId, variables: [] };
    const accountId = (await accountsOf(db, [id])).get(id) ?? fail('VDEVICE_NOT_FOUND');
    return { driverId, variables: (await bindDriver(db, driverId, accountId)).variables };
  }

  /** Takes over the identity of another device; that device is deleted. */
  async function takeOver(ctx: Ctx, id: number, replacementId: number): Promise<Sensor> {
    await requireOther(ctx.db, id, replacementId);
    const found = (await lockDevice(ctx.db, replacementId)) ?? fail('VDEVICE_NOT_FOUND');
    const variables = (await versionOf(ctx.db, found))?.variables ?? [];
    await removal.remove(ctx, replacementId, false);
    const { externalId, connectorId, connectorData, driverId, driverVersionId } = found;
    return { externalId, connectorId, connectorData, driverId, driverVersionId, variables };
  }

  async function bindNew(
    ctx: Ctx,
    id: number,
    source: Extract<Replacement['source'], { kind: 'new' }>,
    oldConnectorId: number,
  ): Promise<Sensor> {
    const { db } = ctx;
    const { connectorId, driverId, driverVersion } = source;
    const accountId = (await accountsOf(db, [id])).get(id) ?? fail('VDEVICE_NOT_FOUND');
    const bound = await bindConnector(db, connectors, { ...source, accountId });
    if (connectorId !== oldConnectorId) await requireRoom(db, connectorId, bound.deviceLimit);
    const newest = driverId === null ? undefined : await bindDriver(db, driverId, accountId);
    const pinned =
      driverId === null || driverVersion === null ? undefined : await findVersion(db, driverId, driverVersion);
    if (driverVersion !== null && !pinned) {
      fail('VALIDATION_ERROR', {}, { issues: [{ path: 'source.driverVersion', code: 'invalid', params: {} }] });
    }
    const { externalId, connectorData } = bound;
    return {
      ...{ externalId, connectorId, connectorData, driverId, driverVersionId: pinned?.id ?? null },
      variables: (pinned ?? newest)?.variables ?? [],
    };
  }

  /** Connects the states with the variables of the new sensor. States without one keep their history. */
  async function remap(
    db: Db,
    { twinId: id, driverId }: DeviceRecord,
    sensor: Sensor,
    mapping: Replacement['mapping'],
  ) {
    await lockStatesOf(db, id);
    const fed = await fedStates(db, id);
    const states = new Map(fed.map((each) => [each.state.id, each]));
    const known = variablesWith(sensor.variables, fed, sensor.driverId === driverId);
    const names = new Set(known.map(({ name }) => name));
    const wanted = new Map<number, string | null>([...states].map(([stateId, { variable }]) => [stateId, variable]));
    for (const { stateId, variable } of mapping) {
      if (!states.has(stateId)) fail('DTWIN_STATE_NOT_FOUND');
      if (variable !== null && !names.has(variable)) fail('VDEVICE_VARIABLE_UNKNOWN', { variable });
      wanted.set(stateId, variable);
    }
    for (const [stateId, { state, variable }] of states) {
      const next = wanted.get(stateId) ?? null;
      const isFed = next !== null && names.has(next);
      if (isFed && next === variable) continue;
      await changeState(db, stateId, isFed ? fedBy(state, next) : { source: 'none', config: { source: 'none' } });
    }
    await addMissingStates(db, id, sensor.variables);
  }

  return {
    async preview({ db }: Ctx, id: number, source: PreviewSource): Promise<Preview> {
      const before = (await findDevice(db, id)) ?? fail('VDEVICE_NOT_FOUND');
      const model = await modelOf(db, id, source);
      const states = await fedStates(db, id);
      const variables = variablesWith(model.variables, states, model.driverId === before.driverId);
      const fed = states.map(({ state, variable }) => ({ ...state, variable }));
      const proposed = proposeVariables(fed, variables);
      return {
        variables: variables.map(({ name, title, unit, valueType }) => ({ name, title, unit, valueType })),
        states: fed.map(({ id: stateId, key, title, unit, valueType, variable }) => ({
          ...{ id: stateId, key, title, unit, valueType, variable },
          proposed: proposed.get(stateId) ?? null,
        })),
      };
    },

    async replace(ctx: Ctx, id: number, { source, mapping }: Replacement): Promise<Device> {
      const before = (await lockDevice(ctx.db, id)) ?? fail('VDEVICE_NOT_FOUND');
      const sensor =
        source.kind === 'device'
          ? await takeOver(ctx, id, source.replacementId)
          : await bindNew(ctx, id, source, before.connectorId);
      const { variables: _variables, ...identity } = sensor;
      // A template keeps connector and driver; another sensor of the same model may take the place.
      const { connectorId, driverId } = sensor;
      for (const lock of locks()) await lock.check(ctx.db, id, { connectorId, driverId });
      await changeDevice(ctx.db, id, sensor.externalId, identity);
      await remap(ctx.db, before, sensor, mapping);
      await health.evaluate(ctx, id);
      const replaced = await devices.read(ctx, id);
      ctx.activity.details = { title: replaced.title, from: before.externalId, to: sensor.externalId };
      return replaced;
    },
  };
}
export type ReplaceService = ReturnType<typeof createReplaceService>;

const fedBy = ({ config }: Pick<StateWithValue, 'config'>, variable: string) =>
  config.source === 'connector' ? { config: { ...config, variable } } : {};
