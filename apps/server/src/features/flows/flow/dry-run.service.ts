import type { RouteInput } from '@stellwerk/contract/core/route';
import type { dryRunFlow } from '@stellwerk/contract/flow';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { compileChain, runChain } from '../chain/chain.ts';
import type { RecentEvents } from '../events/recent.service.ts';
import { renderFailure } from '../render-failure.ts';
import type { StepCheck } from './step-check.service.ts';

interface DryRunDeps {
  sandbox: Pick<Sandbox, 'runBatch'>;
  clock: Clock;
  recent: Pick<RecentEvents, 'read'>;
  checkSteps: StepCheck;
}

const shown = 20;
const none = { entered: 0, passed: 0, stopped: 0, failed: 0 };

/** Runs the steps of a flow, saved or not, over recorded events. */
export const createDryRun =
  ({ sandbox, clock, recent, checkSteps }: DryRunDeps) =>
  async (ctx: Ctx, { tenantId, trigger, steps, events: limit }: RouteInput<typeof dryRunFlow>['body']) => {
    const parts = await checkSteps(ctx.db, steps, tenantId);
    const events = (await recent.read(ctx.db, tenantId, trigger)).slice(0, limit);
    const counts = steps.slice(0, -1).map((_step, index) => ({ step: index, ...none }));
    const messages = events.map((event) => ({ event, content: event }));
    const call = { nowMs: clock.now().getTime(), accountId: tenantId };
    const ended = await runChain(compileChain(sandbox, steps, parts), messages, call, (step, _message, { is }) => {
      const known = counts[step];
      if (!known) return;
      known.entered += 1;
      known[is] += 1;
    });
    const ready = ended.flatMap((end, index) => {
      const event = events[index];
      return end.is === 'ready' && event ? [{ event, content: end.text }] : [];
    });
    const failures = ended.flatMap((end, index) => {
      const event = events[index];
      if (end.is !== 'failed' || !event) return [];
      return [{ ...renderFailure(end.failure, ctx.language), step: end.step, event }];
    });
    return {
      ...{ events: events.length, steps: counts, sent: ready.length },
      ...{ messages: ready.slice(0, shown), failures: failures.slice(0, shown) },
    };
  };
export type DryRun = ReturnType<typeof createDryRun>;
