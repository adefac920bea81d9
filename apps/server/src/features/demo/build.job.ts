import { createSender } from '@stellwerk/simulator/create-sender';
import { z } from 'zod';
import type { Parsers } from '../../ingest/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { NounGuard } from '../../platform/http/nouns.ts';
import { JobCanceled } from '../../platform/jobs/active-run.ts';
import { defineJob, type JobKind, type JobRun } from '../../platform/jobs/define-job.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { EvaluateDevices } from '../device-health/index.ts';
import type { DeviceBulk } from '../devices/index.ts';
import { createDirectory } from '../devices/index.ts';
import type { PastAlarms } from '../rules/index.ts';
import type { Profiles } from '../simulator/index.ts';
import type { Values } from '../states/index.ts';
import { buildPages, buildWorld, countObjects, countRules, planWorld } from './build/build.ts';
import {
  buildKind,
  findBranch,
  findTop,
  findUser,
  findWorld,
  finishWorld,
  readComputed,
  readCoordinates,
  readDevices,
  readStates,
  type WorldRow,
} from './demo.store.ts';
import { createLocalCaller, type LocalCaller } from './local-call.ts';
import { raisePastAlarms } from './past/alarms.ts';
import { applyNewest } from './past/newest.ts';
import { spansBefore } from './past/packets.ts';
import { writePast } from './past/past.ts';
import { everyDevice } from './plan.ts';
import { removeWorld } from './removal.service.ts';
import type { RemoveDeps } from './remove.job.ts';
import type { World } from './world/types.ts';

interface BuildJobDeps extends RemoveDeps {
  world: World;
  sandbox: Sandbox;
  clock: Clock;
  parsers: Parsers;
  values: Values;
  pastAlarms: PastAlarms;
  bulk: DeviceBulk;
  profiles: Profiles;
  evaluateDevices: EvaluateDevices;
  routes(): readonly HandledRoute[];
  guards(): readonly NounGuard[];
  /** Called when the demo world starts to send live data. */
  onReady(): Promise<void>;
}

const buildPayload = z.object({
  /** Share of repeated objects; tests use a small one. */
  scale: z.number().positive().max(1).default(1),
  days: z.int().min(1).max(60).default(30),
});

/** Weight of a day of history in the progress, counted in objects, and weight of the dashboards. */
const dayWeight = 25;
const pagesWeight = 20;
const dayMs = 86_400_000;

type Run = JobRun<z.output<typeof buildPayload>>;

/** Reports progress in finished objects. */
function createMeter({ progress, throwIfCanceled }: Run, total: number) {
  let done = 0;
  progress(0, total);
  return (more: number) => {
    throwIfCanceled();
    done += more;
    progress(Math.min(done, total), total);
  };
}

async function callerOf(run: Run, { routes, guards }: Pick<BuildJobDeps, 'routes' | 'guards'>): Promise<LocalCaller> {
  const { db, log, userId, apiKeyId } = run;
  const user = userId === null ? undefined : await findUser(db, userId);
  if (!user || userId === null) throw new Error('the demo world needs an administrator who makes it');
  const actor = {
    ...{ userId, accountId: user.accountId, email: user.email, via: 'bearer' as const },
    ...{ sessionId: null, apiKeyId, impersonator: null },
    grants: await run.grants(),
  };
  return createLocalCaller({ routes: routes(), guards: guards(), actor, db, log });
}

/** Builds the demo world. Each step skips existing objects, so that the job can restart at any point. */
export function buildDemoJob(deps: BuildJobDeps): JobKind {
  const { world, database, profiles } = deps;

  async function writeHistory(run: Run, row: WorldRow, onWork: (more: number) => void): Promise<void> {
    const { db } = run;
    const { seed, startsAt } = row;
    const startsAtMs = startsAt.getTime();
    const accountIds = (await findBranch(db, row.accountId)).map(({ id }) => id);
    const known = await readDevices(db, accountIds);
    const parts = planWorld(world, { seed, scale: run.payload.scale });
    const devices = parts
      .flatMap(({ twins }) => everyDevice(twins))
      .flatMap(({ spec, externalId, silentDays }) => {
        const [device, loaded] = [known.get(externalId), profiles.get(spec.profile)];
        if (!device || !loaded) return [];
        const sender = createSender({ ...spec, originMs: startsAtMs }, loaded.profile);
        const untilMs = silentDays > 0 ? startsAtMs - silentDays * dayMs : startsAtMs;
        return [{ ...device, sender, untilMs }];
      });
    const directory = createDirectory({ database });
    await directory.start();
    const computed = await readComputed(db, accountIds);
    const coordinates = await readCoordinates(db, accountIds);
    let written = 0;
    await writePast(deps, {
      ...{ directory, devices, computed, coordinates, startsAtMs, days: run.payload.days },
      onDay(days) {
        onWork((days - written) * dayWeight);
        written = days;
      },
    });
    const states = await readStates(
      db,
      devices.map(({ twinId }) => twinId),
    );
    await applyNewest(deps, {
      stateIds: [...states.values()].flatMap((own) => [...own.values()]),
      computed,
      span: [startsAtMs - run.payload.days * dayMs, startsAtMs],
    });
  }

  async function raiseAlarms(
    { db, payload }: Run,
    { accountId, startsAt }: WorldRow,
    onWork: (more: number) => void,
  ): Promise<void> {
    const accountIds = (await findBranch(db, accountId)).map(({ id }) => id);
    const from = new Date(startsAt.getTime() - payload.days * dayMs);
    await raisePastAlarms(db, deps.pastAlarms, { accountIds, from, to: startsAt, onRule: () => onWork(1) });
  }

  async function build(run: Run): Promise<void> {
    const { db, payload } = run;
    const row = await findWorld(db);
    const top = await findTop(db);
    if (!row || !top) return;
    const parts = planWorld(world, { seed: row.seed, scale: payload.scale });
    const spans = spansBefore(row.startsAt.getTime(), payload.days).length;
    const onWork = createMeter(run, countObjects(parts) + spans * dayWeight + countRules(parts) + pagesWeight);
    const caller = await callerOf(run, deps);
    const input = { world, parts, accountId: row.accountId, topScopeId: top.scopeId, onProgress: onWork };
    await buildWorld({ caller, bulk: deps.bulk, profiles }, input);
    await writeHistory(run, row, onWork);
    await raiseAlarms(run, row, onWork);
    // Evaluates health now, because the next scheduled evaluation would be too late for the first visitor.
    await deps.evaluateDevices(run);
    await buildPages(caller, world, row.accountId);
    onWork(pagesWeight);
    await finishWorld(db, row.accountId, deps.clock.now());
    await deps.onReady();
  }

  return defineJob({
    kind: buildKind,
    undo: { way: 'byHand' },
    payload: buildPayload,
    afterCrash: 'startOver',
    concurrency: 1,
    async run(run) {
      try {
        await build(run);
      } catch (error) {
        // A user who cancels wants no demo world, so an incomplete one is removed.
        if (error instanceof JobCanceled) await removeWorld(deps, { signal: run.signal });
        throw error;
      }
    },
  });
}
