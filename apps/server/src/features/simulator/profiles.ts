import type { FleetProfile } from '@stellwerk/contract/fleet';
import { type LoadedProfile, loadProfiles } from '@stellwerk/simulator/profiles';
import type { Log } from '../../platform/log/log.ts';

export type Profiles = ReadonlyMap<string, LoadedProfile>;

const ownProfiles = new URL('../../../../../plugins/profiles', import.meta.url).pathname;

/** Broken profiles are logged and skipped. */
export async function readProfiles(log: Log, dir: string = ownProfiles): Promise<Profiles> {
  const { profiles, broken } = await loadProfiles(dir);
  for (const each of broken) log.error(each, 'a profile of the simulator is broken');
  return profiles;
}

export const toWire = ({ profile }: LoadedProfile): FleetProfile => ({
  kind: profile.kind,
  manufacturer: profile.manufacturer,
  model: profile.model,
  icon: profile.icon,
  intervalSeconds: profile.intervalSeconds,
  states: profile.states.map(({ key, title, unit = '' }) => ({ key, title, unit })),
});
