import type { RouteInput } from '@stellwerk/contract/core/route';
import type { FlowEvent } from '@stellwerk/contract/flow-event';
import type {
  createFilter,
  FilterDefinition,
  FlowFilter,
  filterListQuery,
  tryFilter,
  updateFilter,
} from '@stellwerk/contract/flow-filter';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { violates } from '../../../platform/db/violates.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { filterStep } from '../chain/steps.ts';
import type { RecentEvents } from '../events/recent.service.ts';
import { flowsUsing } from '../part-use.store.ts';
import { renderFailure } from '../render-failure.ts';
import { checkScript } from '../script-check.ts';
import type { WireCheck } from '../wire-check.service.ts';
import {
  changeFilter,
  type FoundFilter,
  findFilter,
  findFilters,
  insertFilter,
  lockFilter,
  removeFilter,
} from './filter.store.ts';

interface FilterDeps {
  sandbox: Pick<Sandbox, 'check' | 'runBatch'>;
  clock: Clock;
  recent: Pick<RecentEvents, 'read'>;
  wires: WireCheck;
}

const shownSamples = 5;

function toWire(row: FoundFilter, flows: readonly string[]): FlowFilter {
  const { accountId, accountName, createdAt, updatedAt, ...fields } = row;
  return {
    ...fields,
    tenantId: accountId,
    tenantName: accountName,
    outputType: fields.inputType,
    flows: [...flows],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const asDuplicate = (name: string) => (error: unknown) => {
  if (violates(error, 'flow_filters_name')) fail('FLOW_FILTER_DUPLICATE_NAME', { name });
  throw error;
};

export function createFilterService({ sandbox, clock, recent, wires }: FilterDeps) {
  async function read(ctx: Ctx, id: number): Promise<FlowFilter> {
    const found = (await findFilter(ctx.db, id)) ?? fail('FLOW_FILTER_NOT_FOUND');
    return toWire(found, (await flowsUsing(ctx.db, 'filter', [id])).get(id) ?? []);
  }

  async function check({ type, script }: FilterDefinition, accountId: number): Promise<void> {
    if (type !== 'standard') await checkScript(sandbox, type, script, accountId);
  }

  return {
    read,

    async list(ctx: Ctx, query: z.output<typeof filterListQuery>) {
      const { rows, ...total } = await findFilters(ctx.db, ctx.actor, query);
      const flows = await flowsUsing(
        ctx.db,
        'filter',
        rows.map(({ id }) => id),
      );
      const data = rows.map((row) => toWire(row, flows.get(row.id) ?? []));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, { tenantId, ...fields }: RouteInput<typeof createFilter>['body']) {
      await check(fields, tenantId);
      const id = await insertFilter(ctx.db, { ...fields, accountId: tenantId }).catch(asDuplicate(fields.name));
      ctx.activity.objects.push({ noun: 'flowFilter', id });
      ctx.activity.details = { name: fields.name };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, fields: RouteInput<typeof updateFilter>['body']) {
      const found = (await findFilter(ctx.db, id)) ?? fail('FLOW_FILTER_NOT_FOUND');
      await check(fields, found.accountId);
      await changeFilter(ctx.db, id, fields).catch(asDuplicate(fields.name));
      await wires.checkFlowsWith(ctx.db, { filterId: id });
      ctx.activity.details = { name: fields.name };
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number) {
      const found = (await lockFilter(ctx.db, id)) ?? fail('FLOW_FILTER_NOT_FOUND');
      const flows = (await flowsUsing(ctx.db, 'filter', [id])).get(id) ?? [];
      if (flows.length > 0) fail('FLOW_FILTER_IN_USE', { flows: flows.join(', ') });
      await removeFilter(ctx.db, id);
      ctx.activity.details = { name: found.name };
      return { id };
    },

    async tryOut(ctx: Ctx, { tenantId, trigger, ...filter }: RouteInput<typeof tryFilter>['body']) {
      await check(filter, tenantId);
      const events = await recent.read(ctx.db, tenantId, trigger);
      const step = filterStep(sandbox, { ...filter, inputType: 'generic' });
      const messages = events.map((event) => ({ event, content: event }));
      const outcomes = await step.run(messages, { nowMs: clock.now().getTime(), accountId: tenantId });
      const eventsOf = (is: string): FlowEvent[] => events.filter((_event, index) => outcomes[index]?.is === is);
      const [passed, stopped, failed] = [eventsOf('passed'), eventsOf('stopped'), eventsOf('failed')];
      const first = outcomes.find((outcome) => outcome.is === 'failed');
      return {
        events: events.length,
        passed: passed.length,
        failed: failed.length,
        problem:
          first?.is === 'failed' ? { ...renderFailure(first.failure, ctx.language), line: first.line ?? null } : null,
        samples: { passed: passed.slice(0, shownSamples), stopped: stopped.slice(0, shownSamples) },
      };
    },
  };
}
export type FilterService = ReturnType<typeof createFilterService>;
