import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import type { previewReparse, startReparse } from '@stellwerk/contract/packet';
import { countPackets, keptSince, listPackets } from '../../../ingest/log/list/list.store.ts';
import type { Parsers } from '../../../ingest/ports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History, Span } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { spanOf } from '../../state-history/index.ts';
import { isReparsed, readPast } from '../directory/past.ts';
import { reparseKind } from './reparse.job.ts';
import { accountScope, findDevicePlaces } from './reparse.store.ts';
import { compareReadings, toSample } from './reparse-preview.ts';

type Preview = RouteOutput<typeof previewReparse>['data'];
type Wanted = RouteInput<typeof startReparse>['body'];

interface ReparseServiceDeps {
  parsers: Parsers;
  history: History;
  sandbox: Sandbox;
  clock: Clock;
  jobs: Pick<Jobs, 'enqueue'>;
}

const previewed = 1_000;
const shownSamples = 50;

async function countEach(db: Db, ids: readonly number[], { from, to }: Span) {
  const counted: { id: number; packets: number }[] = [];
  for (const id of ids) {
    const [count] = await countPackets(db, id, [from, to]);
    counted.push({ id, packets: count?.accepted ?? 0 });
  }
  return counted;
}

const sumOf = (counted: readonly { packets: number }[]) => counted.reduce((sum, { packets }) => sum + packets, 0);

export function createReparseService({ parsers, history, sandbox, clock, jobs }: ReparseServiceDeps) {
  return {
    async preview({ db, language }: Ctx, input: RouteInput<typeof previewReparse>['body']): Promise<Preview> {
      const span = spanOf(input, clock.now());
      const ids = [...new Set(input.deviceIds)];
      const query = {
        deviceIds: ids,
        fromMs: span.from,
        beforeMs: span.to,
        limit: previewed,
        order: 'oldest' as const,
      };
      const packets = (await listPackets(db, query)).filter(isReparsed);
      const readings = await readPast(db, parsers, packets);
      const compared = await compareReadings({ db, history, sandbox }, readings);
      const changed = compared.filter(({ isChanged }) => isChanged);
      const kept = await keptSince(db, ids);
      return {
        packets: sumOf(await countEach(db, ids, span)),
        keptSince: kept === null ? null : new Date(kept).toISOString(),
        changed: changed.length,
        samples: changed.slice(0, shownSamples).map((each) => toSample(each, language)),
      };
    },

    async start(ctx: Ctx, { deviceIds, runRules, ...input }: Wanted): Promise<number> {
      const { db, actor } = ctx;
      const span = spanOf(input, clock.now());
      const ids = [...new Set(deviceIds)];
      const found = await findDevicePlaces(db, ids);
      const places = [...found.values()];
      const first = found.get(ids[0] ?? 0);
      if (!first) return fail('VDEVICE_NOT_FOUND');
      // The job lies in the scope of the devices, or of the caller's account if they lie in several scopes.
      const isOnePlace = places.every(({ scopeId }) => scopeId === first.scopeId);
      const { accountId } = isOnePlace ? first : actor;
      const scopeId = isOnePlace ? first.scopeId : ((await accountScope(db, accountId)) ?? fail('ACCOUNT_NOT_FOUND'));
      const devices = await countEach(db, ids, span);
      const title = ids.length === 1 ? first.title : `${first.title} +${ids.length - 1}`;
      ctx.activity.details = { title, devices: ids.length };
      return jobs.enqueue(db, {
        accountId,
        scopeId,
        userId: actor.userId,
        apiKeyId: actor.apiKeyId,
        kind: reparseKind,
        title,
        resource: 'virtualdevice',
        ...(ids.length === 1 ? { entityId: first.id } : {}),
        total: sumOf(devices),
        payload: { devices, fromMs: span.from, toMs: span.to, runRules },
      });
    },
  };
}
export type ReparseService = ReturnType<typeof createReparseService>;
