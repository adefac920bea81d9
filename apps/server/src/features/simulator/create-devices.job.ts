import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { JobCanceled } from '../../platform/jobs/active-run.ts';
import { defineJob, type JobKind } from '../../platform/jobs/define-job.ts';
import type { DeviceBulk } from '../devices/index.ts';
import { changeFleet, type FleetRow, lockFleet } from './fleet.store.ts';
import { identifierOf } from './fleet-devices.ts';
import { presentIdentifiers } from './fleet-parts.store.ts';
import type { Profiles } from './profiles.ts';
import type { Dismantle } from './remove.job.ts';

export const makeFleetKind = 'fleet-create';

export const fleetPayload = z.object({ fleetId: z.int() });

interface MakeDeps {
  profiles: Profiles;
  bulk: Pick<DeviceBulk, 'add' | 'settle'>;
  dismantle: Dismantle;
}

/** Ten thousand devices take half a minute; short transactions avoid long locks. */
const devicesAtOnce = 250;

const numbersFrom = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);

/** Creates the devices of a fleet. Restarts after a crash and skips existing ones. */
export const makeFleetJob = ({ profiles, bulk, dismantle }: MakeDeps): JobKind =>
  defineJob({
    kind: makeFleetKind,
    undo: { way: 'byHand' },
    payload: fleetPayload,
    afterCrash: 'startOver',
    concurrency: 1,
    async run(run) {
      const { fleetId } = run.payload;
      /** Undefined if the fleet is deleted meanwhile. */
      const lockMaking = async (db: Db): Promise<FleetRow | undefined> => {
        const fleet = await lockFleet(db, fleetId);
        return fleet?.state === 'making' ? fleet : undefined;
      };

      async function add(db: Db, fleet: FleetRow, numbers: readonly number[]): Promise<void> {
        const { accountId, twinId, connectorId, driverId, profile } = fleet;
        if (twinId === null) return fail('DTWIN_NOT_FOUND');
        if (connectorId === null) return fail('BRIDGE_NOT_FOUND');
        const made = profiles.get(profile)?.profile ?? fail('FLEET_PROFILE_UNKNOWN', { profile });
        const all = numbers.map((number) => ({
          externalId: identifierOf(fleetId, number),
          title: `${made.model} ${String(number + 1).padStart(5, '0')}`,
          icon: made.icon,
        }));
        const identifiers = all.map(({ externalId }) => externalId);
        const { own, taken } = await presentIdentifiers(db, { accountId, connectorId, identifiers });
        if (taken[0] !== undefined) return fail('VDEVICE_DUPLICATE_EXTERNAL_ID', { externalId: taken[0] });
        const devices = all.filter(({ externalId }) => !own.has(externalId));
        await bulk.add(
          db,
          { grants: await run.grants() },
          {
            place: { parentId: twinId },
            createdBy: run.userId,
            connectorId,
            driverId,
            devices,
          },
        );
      }

      async function make(): Promise<void> {
        let total = 1;
        for (let start = 0; start < total; start += devicesAtOnce) {
          run.throwIfCanceled();
          const isGoing = await run.db.transaction(async (db) => {
            const fleet = await lockMaking(db);
            if (!fleet) return false;
            total = fleet.deviceCount;
            await add(db, fleet, numbersFrom(start, Math.min(start + devicesAtOnce, total)));
            return true;
          });
          if (!isGoing) return;
          run.progress(Math.min(start + devicesAtOnce, total), total);
        }
        run.throwIfCanceled();
        await bulk.settle(run.db);
        await run.db.transaction(async (db) => {
          if (await lockMaking(db)) await changeFleet(db, fleetId, { state: 'ready' });
        });
      }

      try {
        await make();
      } catch (error) {
        // An incomplete fleet is useless, so a cancelled job removes it.
        if (error instanceof JobCanceled) await dismantle(run, fleetId);
        throw error;
      }
    },
  });
