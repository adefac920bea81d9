import { writeHealth } from '../../../ingest/newest/index.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import type { Health } from '../../device-health/index.ts';
import { insertSameStates } from '../../states/index.ts';
import { addTwins, type NewTwins, removeTwins } from '../../twins/index.ts';
import { deviceKind } from '../device.service.ts';
import { analyzeDevices, insertDevices } from '../device.store.ts';
import type { DeviceConnectors } from '../ports.ts';
import { rawState, statesFor } from '../states/device-states.ts';
import { bindConnector, bindDriver, requireAccountRoom, requireRoom } from './binding.service.ts';

type NewTwinRow = NewTwins['twins'][number];

export interface NewDevices extends Pick<NewTwins, 'place' | 'createdBy'> {
  connectorId: number;
  driverId: number | null;
  devices: readonly (NewTwinRow & { externalId: string; operationalStatus?: number })[];
}

interface BulkDeps {
  connectors: Pick<DeviceConnectors, 'kinds'>;
  health: Pick<Health, 'rest'>;
  clock: Clock;
}

/** Creates and removes devices by the hundred for other features, in the transaction of the caller. */
export function createDeviceBulk({ connectors, health, clock }: BulkDeps) {
  async function bind(db: Db, wanted: { accountId: number; connectorId: number; externalId: string }, count: number) {
    const bound = await bindConnector(db, connectors, { ...wanted, connectorData: {} });
    await requireAccountRoom(db, wanted.accountId, count);
    await requireRoom(db, wanted.connectorId, bound.deviceLimit, count);
    return bound;
  }

  return {
    /** Fails if the connector is not for devices of this account, or has no room for this many more. */
    async check(db: Db, wanted: { accountId: number; connectorId: number; count: number }): Promise<void> {
      // Valid for every kind of connector.
      await bind(db, { ...wanted, externalId: '0'.repeat(16) }, wanted.count);
    },

    /** Adds devices of one connector and one driver below one twin, each with the states of the driver. Returns their ids. */
    async add(db: Db, actor: Pick<Actor, 'grants'>, given: NewDevices): Promise<number[]> {
      const { place, createdBy, connectorId, driverId, devices } = given;
      const [first] = devices;
      if (!first) return [];
      const twins = devices.map(({ externalId: _, operationalStatus: _status, ...twin }) => twin);
      const { ids, accountId } = await addTwins(db, actor, { place, createdBy, twins, kind: deviceKind });
      const bound = await bind(db, { accountId, connectorId, externalId: first.externalId }, devices.length);
      const version = driverId === null ? undefined : await bindDriver(db, driverId, accountId);
      const rows = devices.map(({ externalId, operationalStatus = 0 }, index) => ({
        twinId: ids[index] ?? 0,
        connectorId,
        externalId: bound.externalIdOf(externalId),
        driverId,
        connectorData: bound.connectorData,
        operationalStatus,
      }));
      await insertDevices(db, rows);
      const states = [rawState(), ...statesFor(version?.variables ?? [], [])];
      await insertSameStates(
        db,
        ids,
        states.map((state) => ({ ...state, source: state.config.source })),
      );
      return ids;
    },

    /** Called after the last of many devices. */
    settle: analyzeDevices,

    /** Removes devices with their values and their subtrees. Open alarms are resolved; the alarm log keeps them. */
    async remove(db: Db, ids: readonly number[]): Promise<void> {
      await writeHealth(db, await health.rest(db, ids, clock.now()));
      await removeTwins(db, ids);
    },
  };
}
export type DeviceBulk = ReturnType<typeof createDeviceBulk>;
