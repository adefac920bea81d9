import { z } from 'zod';
import { idOf } from './core/id.ts';

const filterStep = z.object({ type: z.literal('filter'), filterId: idOf('flowFilter') });
const transformationStep = z.object({ type: z.literal('transformation'), transformerId: idOf('flowTransformer') });
/** The command of a connector as a template. Empty: the usual one of its kind. `{{payload}}` is the message. */
const target = z.object({
  connectorId: idOf('connectorChoice'),
  message: z.record(z.string().max(50), z.json()).default({}),
});
const connectorStep = z.object({
  type: z.literal('connector'),
  targets: z.array(target).min(1).max(10),
});

const step = z.discriminatedUnion('type', [filterStep, transformationStep, connectorStep]);
export type FlowStep = z.output<typeof step>;

/** Exactly one connector step, the last one; no connector twice. */
function addStepProblems(steps: readonly FlowStep[], ctx: z.RefinementCtx): void {
  const last = steps.at(-1);
  for (const [index, { type }] of steps.entries()) {
    if ((type === 'connector') !== (index === steps.length - 1)) ctx.addIssue({ code: 'custom', path: [index] });
  }
  if (last?.type !== 'connector') return;
  const ids = last.targets.map(({ connectorId }) => connectorId);
  if (new Set(ids).size < ids.length) ctx.addIssue({ code: 'custom', path: [steps.length - 1, 'targets'] });
}

export const flowSteps = z.array(step).min(1).max(20).superRefine(addStepProblems);

export const sampleOutcomes = ['passed', 'stopped', 'failed', 'sent', 'retry'] as const;
export type SampleOutcome = (typeof sampleOutcomes)[number];
