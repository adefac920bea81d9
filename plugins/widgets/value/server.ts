import type { ValueDetermination } from '@stellwerk/contract/widget';
import { defineWidgetServer, type WidgetContext, type WidgetState } from '@stellwerk/plugin/widget-server';
import { determine } from '@stellwerk/plugin/widget-values';
import type { ValueData, ValuePart } from './data.ts';
import { manifest } from './manifest.ts';

const maxParts = 100;
/** Few, because the line is only a few centimetres wide. */
const linePoints = 200;

async function partsOf(
  ctx: WidgetContext,
  states: readonly WidgetState[],
  determination: ValueDetermination,
): Promise<ValuePart[]> {
  const summaries = await ctx.summaries(states);
  return states.map((state) => {
    const summary = summaries.get(state.id);
    const found = determine({ state, summary, determination, fromMs: ctx.span.fromMs });
    const first = summary?.first?.value ?? null;
    const before = typeof first === 'number' || typeof first === 'boolean' ? Number(first) : null;
    const { id: stateId, dtwinId, dtwinTitle, unit } = state;
    return { stateId, dtwinId, dtwinTitle, unit, value: found?.value ?? null, before, atMs: found?.atMs ?? null };
  });
}

export const server = defineWidgetServer(manifest, () => ({
  stateKeys: ({ state }) => [state],
  async data(ctx, { twinFilter, state, valueDetermination, showLine }): Promise<ValueData> {
    if (state === '') return { parts: [], total: 0, line: null };
    const { states, total } = await ctx.statesOf(twinFilter, [state], maxParts);
    const [parts, [line]] = await Promise.all([
      partsOf(ctx, states, valueDetermination),
      showLine ? ctx.lines(states.slice(0, 1), linePoints) : [],
    ]);
    return { parts, total, line: line ?? null };
  },
}));
