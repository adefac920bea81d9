import type { HealthEntry } from '@stellwerk/contract/health';
import type { EffectPorts } from '../../../ingest/apply/ports.ts';
import type { Sighting } from '../../../ingest/ports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Live } from '../../../platform/live/live.ts';
import type { Health, HealthSubject } from '../../device-health/index.ts';
import type { DriverParsers } from '../../drivers/index.ts';
import { publishHealth } from '../device.events.ts';
import type { DeviceDirectory } from '../directory/directory.ts';
import type { KnownDevice } from '../directory/known-device.ts';
import { healthDevices } from './health-devices.store.ts';

interface ArrivalHealthDeps {
  health: Pick<Health, 'evaluate'>;
  versions: Pick<DriverParsers, 'healthOf'>;
  directory: Pick<DeviceDirectory, 'device'>;
  clock: Clock;
  live: Pick<Live, 'publish'>;
}

const unknown = 0;
const nothing: readonly HealthEntry[] = [];

/** Evaluates the health of devices that have just sent something. */
export function createArrivalHealth(deps: ArrivalHealthDeps): EffectPorts['evaluateHealth'] {
  /** Cached for good: a published version never changes. */
  const checksOf = new Map<number, readonly HealthEntry[]>();

  async function learn(devices: readonly KnownDevice[]): Promise<void> {
    const ids = new Set(devices.map(({ parserId }) => parserId).filter((id) => id !== null && !checksOf.has(id)));
    const missing = [...ids].flatMap((id) => id ?? []);
    if (missing.length === 0) return;
    const found = await deps.versions.healthOf(missing);
    for (const id of missing) checksOf.set(id, found.get(id) ?? nothing);
  }

  function subjectOf(device: KnownDevice, { receivedAt }: Sighting): HealthSubject | undefined {
    const driverChecks = (device.parserId === null ? undefined : checksOf.get(device.parserId)) ?? nothing;
    const entries = device.ownChecks.length > 0 ? [...driverChecks, ...device.ownChecks] : driverChecks;
    // A device without checks is healthy from its first packet on.
    if (entries.length === 0 && device.health !== unknown) return undefined;
    const { twinId, accountId, states, operationalStatus, parserId: driverVersionId } = device;
    return { twinId, accountId, entries, states, lastSeenAt: receivedAt, operationalStatus, driverVersionId };
  }

  return async (turn, sightings, applied) => {
    const seen = sightings.flatMap((sighting) => {
      const device = deps.directory.device(sighting.twinId);
      return device ? [{ device, sighting }] : [];
    });
    await learn(seen.map(({ device }) => device));
    const subjects = seen.flatMap(({ device, sighting }) => subjectOf(device, sighting) ?? []);
    if (subjects.length === 0) return { publish() {} };
    // Only values of this batch: all others may have been changed by other processes, and are read.
    const values = new Map<number, JsonValue>();
    for (const { stateId, value, isNewest } of applied) if (isNewest) values.set(stateId, value);
    const outcomes = await deps.health.evaluate(turn, subjects, deps.clock.now(), { values });
    const changed = outcomes.filter(({ isChanged }) => isChanged);
    await healthDevices.writeHealth(await turn, changed);
    return {
      publish() {
        for (const { twinId, health } of outcomes) {
          const device = deps.directory.device(twinId);
          if (device) device.health = health;
        }
        publishHealth(deps.live, changed);
      },
    };
  };
}
