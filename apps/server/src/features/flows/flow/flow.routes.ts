import {
  createFlow,
  deleteDeadLetters,
  deleteFlow,
  dryRunFlow,
  listDeadLetters,
  listFlowSamples,
  listFlows,
  readFlow,
  readFlowFigures,
  readShadow,
  resendDeadLetters,
  startShadow,
  stopShadow,
  updateFlow,
} from '@stellwerk/contract/flow';
import { type HandledRoute, handle } from '../../../platform/http/handle.ts';
import type { DryRun } from './dry-run.service.ts';
import type { FlowService } from './flow.service.ts';
import type { Inbox } from './inbox.service.ts';
import type { ShadowRuns } from './shadow-run.service.ts';

interface FlowServices {
  flows: FlowService;
  dryRun: DryRun;
  inbox: Inbox;
  shadows: ShadowRuns;
}

export const flowRoutes = ({ flows, dryRun, inbox, shadows }: FlowServices): HandledRoute[] => [
  handle(listFlows, (ctx, { query }) => flows.list(ctx, query)),
  handle(createFlow, async (ctx, { body }) => ({ data: await flows.create(ctx, body) })),
  handle(dryRunFlow, async (ctx, { body }) => ({ data: await dryRun(ctx, body) })),
  handle(readFlow, async (ctx, { params }) => ({ data: await flows.read(ctx, params.id) })),
  handle(updateFlow, async (ctx, { params, body }) => ({ data: await flows.update(ctx, params.id, body) })),
  handle(deleteFlow, async (ctx, { params }) => ({ data: await flows.remove(ctx, params.id) })),
  handle(readFlowFigures, async (ctx, { params }) => ({ data: await flows.figures(ctx, params.id) })),
  handle(listFlowSamples, async (ctx, { params, query }) => ({ data: await flows.samples(ctx, params.id, query) })),
  handle(listDeadLetters, (ctx, { params, query }) => inbox.list(ctx, params.id, query)),
  handle(resendDeadLetters, async (ctx, { params, body }) => ({ data: await inbox.resend(ctx, params.id, body) })),
  handle(deleteDeadLetters, async (ctx, { params, body }) => ({ data: await inbox.remove(ctx, params.id, body) })),
  handle(readShadow, async (ctx, { params }) => ({ data: await shadows.read(ctx, params.id) })),
  handle(startShadow, async (ctx, { params, body }) => ({ data: await shadows.start(ctx, params.id, body) })),
  handle(stopShadow, async (ctx, { params }) => ({ data: await shadows.stop(ctx, params.id) })),
];
