import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Profile } from '@stellwerk/plugin/profile';
import { defaultOriginMs } from './create-sender.ts';
import { coursesOf } from './signals.ts';

export interface LoadedProfile {
  profile: Profile;
  /** Source text of the driver, for the JavaScript parser. */
  driver: string;
}

export interface LoadedProfiles {
  profiles: ReadonlyMap<string, LoadedProfile>;
  /** Folders without a valid profile, with the reason. */
  broken: readonly { kind: string; reason: string }[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A minimal check that the export is a profile; the compiler has checked the rest. */
const isProfile = (value: unknown, kind: string): value is Profile =>
  isObject(value) &&
  value.kind === kind &&
  isObject(value.quantities) &&
  Array.isArray(value.states) &&
  typeof value.encode === 'function';

async function load(folder: string, kind: string): Promise<LoadedProfile> {
  const [module, driver]: [unknown, string] = await Promise.all([
    import(pathToFileURL(join(folder, 'profile.ts')).href),
    readFile(join(folder, 'driver.js'), 'utf8'),
  ]);
  const profile = isObject(module) ? module.profile : undefined;
  if (!isProfile(profile, kind)) throw new Error(`profile.ts exports no profile of ${kind}`);
  coursesOf(profile.quantities, { seed: 0, originMs: defaultOriginMs });
  return { profile, driver };
}

/** Each folder is a sensor model, named like its kind. Broken ones are left out and reported in `broken`. */
export async function loadProfiles(dir: string): Promise<LoadedProfiles> {
  const profiles = new Map<string, LoadedProfile>();
  const broken: { kind: string; reason: string }[] = [];
  const entries = await readdir(dir, { withFileTypes: true });
  for (const { name: kind } of entries
    .filter((entry) => entry.isDirectory())
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    try {
      profiles.set(kind, await load(join(dir, kind), kind));
    } catch (error) {
      broken.push({ kind, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { profiles, broken };
}
