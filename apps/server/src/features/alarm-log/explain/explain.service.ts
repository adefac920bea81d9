import type { Parsers } from '../../../ingest/ports.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { lastComments } from '../../alarms/index.ts';
import { alarmToWire } from '../alarm-mapper.ts';
import { findAlarmRows } from '../row.store.ts';
import type { Explanation } from './explanation.ts';
import { readHealth } from './health-part.ts';
import { readAround } from './nearby-events.ts';
import { readPacket } from './packet-part.ts';
import { readNotified, readRun, ruleToWire } from './rule-part.ts';

interface ExplainDeps {
  history: History;
  parsers: Parsers;
}

export const createExplainService = ({ history, parsers }: ExplainDeps) => ({
  /** Parts are independent: if the objects of one part were deleted, only that part is empty. */
  async explain(ctx: Ctx, id: number): Promise<Explanation> {
    const [alarm] = await findAlarmRows(ctx.db, [id]);
    if (!alarm) return fail('ALARM_NOT_FOUND');
    const run = await readRun(ctx, alarm, history);
    const [comments, health, packet, notified, around] = await Promise.all([
      lastComments(ctx.db, [id]),
      readHealth(ctx, alarm),
      readPacket(ctx, alarm, run, { history, parsers }),
      run ? readNotified(ctx, alarm, run) : [],
      readAround(ctx, alarm),
    ]);
    return {
      alarm: alarmToWire(alarm, ctx, { lastComment: comments.get(id) }),
      rule: run && ruleToWire(run, alarm, ctx.actor),
      health,
      packet,
      notified,
      around,
    };
  },
});
export type ExplainService = ReturnType<typeof createExplainService>;
