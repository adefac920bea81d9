import type { RouteInput } from '@stellwerk/contract/core/route';
import type { createFlow, Flow, flowListQuery, listFlowSamples, updateFlow } from '@stellwerk/contract/flow';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { violates } from '../../../platform/db/violates.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { deadLetterLimitBytes, sizeOfLetters } from '../engine/dead-letter.store.ts';
import { targetOf } from '../engine/queue.ts';
import { queuedLimitBytes } from '../engine/usage.ts';
import { partIdsOf } from '../flow-part.store.ts';
import { renderFailure } from '../render-failure.ts';
import {
  changeFlow,
  countLettersOf,
  countQueued,
  type FoundFlow,
  figuresOf,
  findFlow,
  findFlows,
  insertFlow,
  readUsage,
  removeFlow,
  samplesOf,
} from './flow.store.ts';
import { toFigures, toFlow } from './flow-mapper.ts';
import type { StepCheck } from './step-check.service.ts';

const asDuplicate = (name: string) => (error: unknown) => {
  if (violates(error, 'flows_name')) fail('FLOW_DUPLICATE_NAME', { name });
  throw error;
};

export function createFlowService({ clock, checkSteps }: { clock: Clock; checkSteps: StepCheck }) {
  async function shown(ctx: Ctx, rows: readonly FoundFlow[]): Promise<Flow[]> {
    const ids = rows.map(({ id }) => id);
    const figures = ids.length === 0 ? [] : await figuresOf(ctx.db, ids);
    const letters = await countLettersOf(ctx.db, ids);
    const around = { language: ctx.language, nowMs: clock.now().getTime() };
    return rows.map((row) =>
      toFlow(row, {
        ...around,
        figures: figures.filter(({ flowId }) => flowId === row.id),
        deadLetters: letters.get(row.id) ?? 0,
      }),
    );
  }

  const find = async (ctx: Ctx, id: number) => (await findFlow(ctx.db, id)) ?? fail('FLOW_NOT_FOUND');

  async function read(ctx: Ctx, id: number): Promise<Flow> {
    const [flow] = await shown(ctx, [await find(ctx, id)]);
    return flow ?? fail('FLOW_NOT_FOUND');
  }

  return {
    read,

    async list(ctx: Ctx, query: z.output<typeof flowListQuery>) {
      const { rows, ...total } = await findFlows(ctx.db, ctx.actor, query);
      return { data: await shown(ctx, rows), ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, { tenantId, ...fields }: RouteInput<typeof createFlow>['body']) {
      await checkSteps(ctx.db, fields.steps, tenantId);
      const values = { ...fields, ...partIdsOf(fields.steps), accountId: tenantId };
      const id = await insertFlow(ctx.db, values).catch(asDuplicate(fields.name));
      ctx.activity.objects.push({ noun: 'flow', id });
      ctx.activity.details = { name: fields.name };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, fields: RouteInput<typeof updateFlow>['body']) {
      const { accountId, shadow } = await find(ctx, id);
      await checkSteps(ctx.db, fields.steps, accountId);
      const ids = partIdsOf([...fields.steps, ...(shadow?.steps ?? [])]);
      await changeFlow(ctx.db, id, { ...fields, ...ids, updatedAt: clock.now() }).catch(asDuplicate(fields.name));
      ctx.activity.details = { name: fields.name, active: fields.active };
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number) {
      const { name } = await find(ctx, id);
      await removeFlow(ctx.db, id);
      ctx.activity.details = { name };
      return { id };
    },

    async figures(ctx: Ctx, id: number) {
      const { accountId, steps } = await find(ctx, id);
      const rows = await figuresOf(ctx.db, [id]);
      const { queued, queuedBytes, dropped } = await readUsage(ctx.db, accountId);
      const inbox = await sizeOfLetters(ctx.db, accountId);
      const targets = partIdsOf(steps).connectorIds.map((connectorId) => targetOf(id, connectorId));
      return {
        steps: rows.map((row) => toFigures(row, ctx.language)),
        queued: await countQueued(ctx.db, targets),
        usage: {
          ...{ queued, queuedBytes, dropped, queuedLimitBytes },
          ...{ deadLetters: inbox.count, deadLetterBytes: inbox.bytes, deadLetterLimitBytes },
        },
      };
    },

    async samples(ctx: Ctx, id: number, { step, connectorId = 0 }: RouteInput<typeof listFlowSamples>['query']) {
      const samples = await samplesOf(ctx.db, id, step, connectorId);
      return samples.map(({ failure, ...sample }) => ({
        ...sample,
        failure: failure && renderFailure(failure, ctx.language),
      }));
    },
  };
}
export type FlowService = ReturnType<typeof createFlowService>;
