import { removePackets } from '../../ingest/log/removal.store.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { defineJob, type JobKind, type JobRun } from '../../platform/jobs/define-job.ts';
import type { Connectors } from '../connectors/index.ts';
import type { DeviceBulk } from '../devices/index.ts';
import type { Drivers } from '../drivers/index.ts';
import { removeEmptyTwin } from '../twins/index.ts';
import { fleetPayload } from './create-devices.job.ts';
import { changeFleet, deleteFleet, type FleetRow, findFleet, lockFleet } from './fleet.store.ts';
import { prefixOf } from './fleet-devices.ts';
import { countDevicesOf, nextDevices } from './fleet-parts.store.ts';
import { withContext } from './run-context.ts';

export const removeFleetKind = 'fleet-delete';

interface RemoveDeps {
  bulk: Pick<DeviceBulk, 'remove'>;
  connectors: Pick<Connectors, 'service'>;
  drivers: Pick<Drivers, 'service'>;
}

/** Removes a fleet and everything created for it. Resolves when nothing is left. */
export type Dismantle = (run: Omit<JobRun, 'payload'>, fleetId: number) => Promise<void>;

const devicesAtOnce = 200;

/** Keeps an object that another user has started to use. */
const unlessUsed = async (codes: readonly string[], work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && codes.includes(error.code))) throw error;
  }
};

export function createDismantle({ bulk, connectors, drivers }: RemoveDeps): Dismantle {
  async function removeDevices(run: Omit<JobRun, 'payload'>, { id, accountId, connectorId }: FleetRow): Promise<void> {
    if (connectorId === null) return;
    const own = { accountId, connectorId, prefix: prefixOf(id) };
    const total = await countDevicesOf(run.db, own);
    let done = 0;
    run.progress(done, total);
    for (let ids = await nextDevices(run.db, own, 0, devicesAtOnce); ids.length > 0; ) {
      run.signal.throwIfAborted();
      await removePackets(run.db, { deviceIds: ids }, run.signal);
      await run.db.transaction((db) => bulk.remove(db, ids));
      done += ids.length;
      run.progress(done, total);
      ids = await nextDevices(run.db, own, ids.at(-1) ?? 0, devicesAtOnce);
    }
  }

  return async (run, fleetId) => {
    await run.db.transaction(async (db) => {
      if (await lockFleet(db, fleetId)) await changeFleet(db, fleetId, { state: 'removing', isRunning: false });
    });
    const fleet = await findFleet(run.db, fleetId);
    if (!fleet) return;
    await removeDevices(run, fleet);
    const { twinId, connectorId, driverId } = fleet;
    if (twinId !== null) await run.db.transaction((db) => removeEmptyTwin(db, twinId));
    if (fleet.hasOwnConnector && connectorId !== null) {
      await removePackets(run.db, { connectorId }, run.signal);
      await unlessUsed(['BRIDGE_IN_USE', 'BRIDGE_NOT_FOUND'], () =>
        withContext(run, (ctx) => connectors.service.remove(ctx, connectorId)),
      );
    }
    if (fleet.hasOwnDriver && driverId !== null) {
      await unlessUsed(['DEVICEDRIVER_IN_USE', 'DEVICEDRIVER_NOT_FOUND'], () =>
        withContext(run, (ctx) => drivers.service.remove(ctx, driverId)),
      );
    }
    await run.db.transaction((db) => deleteFleet(db, fleetId));
  };
}

/** Restarts after a crash: deleted objects are not found again. Can't be cancelled. */
export const removeFleetJob = ({ dismantle }: { dismantle: Dismantle }): JobKind =>
  defineJob({
    kind: removeFleetKind,
    undo: { way: 'impossible' },
    payload: fleetPayload,
    afterCrash: 'startOver',
    concurrency: 1,
    run: (run) => dismantle(run, run.payload.fleetId),
  });
