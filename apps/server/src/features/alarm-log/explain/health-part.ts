import type { HealthEntry } from '@stellwerk/contract/health';
import type { Db } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { failureOf, revisionOf } from '../../device-health/index.ts';
import type { FoundAlarm } from '../row.store.ts';
import {
  type ExplainedDevice,
  type ExplainedVersion,
  findExplainedDevice,
  findVersion,
  findVersions,
} from './device.store.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { Explanation, Step } from './explanation.ts';
import { findStatesOfTwin } from './state.store.ts';

/** A check whose script failed has a second alarm, with a suffix in its identifier. */
const checkOf = (identifier: string) => {
  const suffix = failureOf('');
  return identifier.endsWith(suffix) ? identifier.slice(0, -suffix.length) : identifier;
};

interface Origin {
  entry: HealthEntry | undefined;
  /** Null if the check belongs to the device, or was deleted. */
  version: ExplainedVersion | null;
}

/** The check in the form that raised the alarm, and the version of the driver that contained it. */
async function originOf(db: Db, identifier: string, evidence: Evidence, device: ExplainedDevice | undefined) {
  const isIt = (entry: HealthEntry) => entry.identifier === identifier && revisionOf(entry) === evidence.revision;
  const own = device?.ownChecks.find(isIt);
  if (own) return { entry: own, version: null };
  const noted = evidence.driverVersionId == null ? undefined : await findVersion(db, evidence.driverVersionId);
  const others = noted || !device?.driverId ? [] : await findVersions(db, device.driverId);
  for (const version of noted ? [noted] : others) {
    const entry = version.health.find(isIt);
    if (entry) return { entry, version };
  }
  return { entry: undefined, version: null } satisfies Origin;
}

async function stepsOf(db: Db, twinId: number | null, values: Evidence['values']): Promise<Step[]> {
  const states = twinId === null ? [] : await findStatesOfTwin(db, twinId);
  const byKey = new Map(states.map((state) => [state.key, state]));
  return Object.entries(values ?? {}).map(([key, value]) => {
    const { title = key, unit = '' } = byKey.get(key) ?? {};
    return { state: key, title, value, unit };
  });
}

export async function readHealth({ db }: Ctx, alarm: FoundAlarm): Promise<Explanation['health']> {
  if (alarm.origin !== 'health') return null;
  const evidence = evidenceOf(alarm.evidence);
  const identifier = checkOf(alarm.identifier);
  const device = alarm.twinId === null ? undefined : await findExplainedDevice(db, alarm.twinId);
  const { entry, version } = await originOf(db, identifier, evidence, device);
  return {
    identifier,
    check: entry?.check ?? null,
    driver: version && { id: version.driverId, title: version.title, version: version.number },
    values: await stepsOf(db, alarm.twinId, evidence.values),
    lastSeenAt: evidence.lastSeenAt ?? null,
    durationMinutes: evidence.durationMinutes ?? null,
  };
}
