import type { RouteInput, RouteOutput } from '@stellwerk/contract/core/route';
import { replayLimits, type replayRule } from '@stellwerk/contract/rule-run';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { draftOf, scriptProblem } from './draft.service.ts';
import { readZones } from './engine/rule-record.store.ts';
import { compileRule, type Replay as RunReplay } from './evaluate/index.ts';
import { findPositions } from './position.store.ts';
import { createReplayLimit } from './replay-limit.ts';

type Replay = RouteOutput<typeof replayRule>['data'];

/** More replays at once would slow down the server for all other users. */
const maxAtOnce = 4;
const longestMs = replayLimits.days * 86_400_000;

export function createReplayService({ replay }: { replay: RunReplay }) {
  const limited = createReplayLimit({ maxAtOnce });
  return {
    async replay(ctx: Ctx, body: RouteInput<typeof replayRule>['body'], gone: AbortSignal): Promise<Replay> {
      const from = new Date(body.from);
      const to = new Date(body.to);
      const lengthMs = to.getTime() - from.getTime();
      if (lengthMs <= 0 || lengthMs > longestMs) fail('RULE_SPAN_INVALID', { days: replayLimits.days });
      const { record } = await draftOf(ctx, { twinId: body.dtwinId, definition: body.rule });
      const zoneIds = new Set(record.definition.geofenceTriggers.map(({ dtwinId }) => dtwinId));
      const zones = new Map((await readZones(ctx.db, [...zoneIds])).map((zone) => [zone.id, zone]));
      const { problem, ...result } = await limited(ctx.actor.userId, gone, (signal) =>
        replay(compileRule(record), {
          from: from.getTime(),
          to: to.getTime(),
          zones,
          positions: () => findPositions(ctx.db, record.twinId, from, to),
          signal,
        }),
      );
      return { ...result, problem: problem && scriptProblem(problem, ctx.language) };
    },
  };
}
export type ReplayService = ReturnType<typeof createReplayService>;
