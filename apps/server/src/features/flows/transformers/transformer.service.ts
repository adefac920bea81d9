import type { RouteInput } from '@stellwerk/contract/core/route';
import type {
  createTransformer,
  FlowTransformer,
  testTransformer,
  transformerListQuery,
  updateTransformer,
} from '@stellwerk/contract/flow-transformer';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { violates } from '../../../platform/db/violates.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { defaultLimits, type ScriptResult } from '../../../platform/sandbox/script.ts';
import { contentFrom, textOf } from '../chain/message.ts';
import { inputOf, scriptOf, trialTimeoutMs } from '../chain/scripts.ts';
import { transformed } from '../chain/steps.ts';
import { flowsUsing } from '../part-use.store.ts';
import { renderFailure } from '../render-failure.ts';
import { checkScript } from '../script-check.ts';
import type { WireCheck } from '../wire-check.service.ts';
import {
  changeTransformer,
  type FoundTransformer,
  findTransformer,
  findTransformers,
  insertTransformer,
  lockTransformer,
  removeTransformer,
} from './transformer.store.ts';

interface TransformerDeps {
  sandbox: Pick<Sandbox, 'check' | 'run'>;
  clock: Clock;
  wires: WireCheck;
}

function toWire(row: FoundTransformer, flows: readonly string[]): FlowTransformer {
  const { accountId, accountName, createdAt, updatedAt, ...fields } = row;
  return {
    ...fields,
    tenantId: accountId,
    tenantName: accountName,
    flows: [...flows],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const asDuplicate = (name: string) => (error: unknown) => {
  if (violates(error, 'flow_transformers_name')) fail('FLOW_TRANSFORMER_DUPLICATE_NAME', { name });
  throw error;
};

/** The failure of a script as the error of the specification, with its line as an issue. */
function failTest(result: Extract<ScriptResult, { ok: false }>, { language }: Ctx): never {
  const { code, params, line } = result;
  const reason = 'reason' in params ? params.reason : renderFailure({ code, params }, language).message;
  const issues = line === undefined ? [] : [{ path: 'script', code: 'line' as const, params: { line } }];
  return fail('DS_TRANSFORMER_EXEC_ERROR', { reason }, { issues });
}

export function createTransformerService({ sandbox, clock, wires }: TransformerDeps) {
  async function read(ctx: Ctx, id: number): Promise<FlowTransformer> {
    const found = (await findTransformer(ctx.db, id)) ?? fail('FLOW_TRANSFORMER_NOT_FOUND');
    return toWire(found, (await flowsUsing(ctx.db, 'transformer', [id])).get(id) ?? []);
  }

  return {
    read,

    async list(ctx: Ctx, query: z.output<typeof transformerListQuery>) {
      const { rows, ...total } = await findTransformers(ctx.db, ctx.actor, query);
      const flows = await flowsUsing(
        ctx.db,
        'transformer',
        rows.map(({ id }) => id),
      );
      const data = rows.map((row) => toWire(row, flows.get(row.id) ?? []));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, { tenantId, ...fields }: RouteInput<typeof createTransformer>['body']) {
      await checkScript(sandbox, fields.type, fields.script, tenantId);
      const id = await insertTransformer(ctx.db, { ...fields, accountId: tenantId }).catch(asDuplicate(fields.name));
      ctx.activity.objects.push({ noun: 'flowTransformer', id });
      ctx.activity.details = { name: fields.name };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, fields: RouteInput<typeof updateTransformer>['body']) {
      const found = (await findTransformer(ctx.db, id)) ?? fail('FLOW_TRANSFORMER_NOT_FOUND');
      await checkScript(sandbox, fields.type, fields.script, found.accountId);
      await changeTransformer(ctx.db, id, fields).catch(asDuplicate(fields.name));
      await wires.checkFlowsWith(ctx.db, { transformerId: id });
      ctx.activity.details = { name: fields.name };
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number) {
      const found = (await lockTransformer(ctx.db, id)) ?? fail('FLOW_TRANSFORMER_NOT_FOUND');
      const flows = (await flowsUsing(ctx.db, 'transformer', [id])).get(id) ?? [];
      if (flows.length > 0) fail('FLOW_TRANSFORMER_IN_USE', { flows: flows.join(', ') });
      await removeTransformer(ctx.db, id);
      ctx.activity.details = { name: found.name };
      return { id };
    },

    async test(ctx: Ctx, body: RouteInput<typeof testTransformer>['body']) {
      const { accountId, type, inputType, outputType, payload } = body;
      const read = contentFrom(inputType, payload);
      if (!read.ok) fail('DS_TRANSFORMER_INVALID_INPUT');
      const { content } = read;
      const script = scriptOf(type, body.script);
      const message = { event: { meta: {}, value: null }, content };
      const input = inputOf(script, inputType, message, { nowMs: clock.now().getTime(), accountId });
      const result = await sandbox.run({ script, timeoutMs: trialTimeoutMs, ...input });
      if (!result.ok) return failTest(result, ctx);
      const outcome = transformed(outputType, result);
      if (outcome.is === 'failed') fail('DS_TRANSFORMER_INVALID_OUTPUT');
      return {
        result: outcome.is === 'passed' ? textOf(outputType, outcome.content) : null,
        logs: result.logs.map(({ text }) => text),
        durationMs: result.durationMs,
        liveLimitMs: defaultLimits.timeoutMs,
      };
    },
  };
}
export type TransformerService = ReturnType<typeof createTransformerService>;
