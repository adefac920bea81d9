import {
  convertConditions,
  listErroneousExecutions,
  listRecentExecutions,
  readExecutionHistory,
  replayRule,
  testCommand,
  testConditions,
} from '@stellwerk/contract/rule-run';
import type { FastifyReply } from 'fastify';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { toScript } from './evaluate/index.ts';
import type { ExecutionService } from './execution.service.ts';
import type { ReplayService } from './replay.service.ts';
import { placeOf } from './rule.routes.ts';
import type { TrialService } from './trial.service.ts';

interface RunServices {
  executions: ExecutionService;
  trials: TrialService;
  replays: ReplayService;
}

/** Aborted when the client disconnects before the response. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export const runRoutes = ({ executions, trials, replays }: RunServices): HandledRoute[] => [
  handle(listRecentExecutions, async (ctx, { params }) => ({ data: await executions.recent(ctx, placeOf(params)) })),
  handle(listErroneousExecutions, (ctx, { query }) => executions.erroneous(ctx, query)),
  handle(readExecutionHistory, (ctx, { params, body }) => executions.history(ctx, placeOf(params), body)),
  handle(convertConditions, async (_ctx, { body }) => ({ data: { script: toScript(body.tree) } })),
  handle(testConditions, async (ctx, { body }) => ({ data: await trials.conditions(ctx, body) })),
  handle(testCommand, async (ctx, { body }) => ({ data: await trials.command(ctx, body) })),
  handle(replayRule, async (ctx, { body }, { reply }) => ({
    data: await replays.replay(ctx, body, goneSignal(reply)),
  })),
];
