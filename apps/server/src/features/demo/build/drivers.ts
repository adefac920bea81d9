import { createDriver, publishDriver } from '@stellwerk/contract/driver';
import type { HealthEntry } from '@stellwerk/contract/health';
import type { Profile, ProfileState } from '@stellwerk/plugin/profile';
import type { LoadedProfile } from '@stellwerk/simulator/profiles';
import { findDriver } from '../demo.store.ts';
import type { Call, LocalCaller } from '../local-call.ts';

const silentHours = 26;

const silence: HealthEntry = {
  identifier: 'silent',
  category: 'connectivity',
  severity: 'error',
  stateKeys: [],
  check: `return lastSeen && now - lastSeen > ${silentHours} * 3600000;`,
  durationMinutes: 0,
  message: `Seit mehr als ${silentHours} Stunden keine Nachricht`,
};

const emptyBattery = (key: string): HealthEntry => ({
  identifier: 'battery',
  category: 'battery',
  severity: 'warning',
  stateKeys: [key],
  check: `return typeof states.${key} === 'number' && states.${key} < 15;`,
  durationMinutes: 0,
  message: 'Batterie bald leer',
});

/** Only a percentage is comparable between sensor models. */
const batteryOf = (states: readonly ProfileState[]) =>
  states.find(({ key, unit }) => /batt/i.test(key) && unit === '%')?.key;

export const driverTitle = ({ manufacturer, model }: Profile) => `${manufacturer} ${model}`;

/** Publishes a driver for each sensor model in the account of its devices. Existing drivers are kept. */
export async function installDrivers(
  { together }: LocalCaller,
  accountId: number,
  profiles: readonly LoadedProfile[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const loaded of profiles) {
    const id = await together(
      async (call, db) =>
        (await findDriver(db, accountId, driverTitle(loaded.profile))) ?? install(call, accountId, loaded),
    );
    ids.set(loaded.profile.kind, id);
  }
  return ids;
}

async function install(call: Call, accountId: number, { profile, driver: script }: LoadedProfile): Promise<number> {
  const battery = batteryOf(profile.states);
  const { data } = await call(createDriver, {
    body: {
      accountId,
      title: driverTitle(profile),
      manufacturer: profile.manufacturer,
      draft: {
        parser: { type: 'javascript', script },
        variables: profile.states.map(({ key, title, valueType, unit = '' }) => ({
          name: key,
          title: title.de,
          valueType: valueType === 'geolocation' ? ('json' as const) : valueType,
          unit,
        })),
        health: [silence, ...(battery === undefined ? [] : [emptyBattery(battery)])],
      },
      acceptCase: true,
    },
  });
  await call(publishDriver, { params: { id: data.id }, body: {} });
  return data.id;
}
