import type { FlowStep } from '@stellwerk/contract/flow-step';
import { connectorEnds, type WiredStep, wireProblem } from '@stellwerk/contract/flow-wire';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { type FoundParts, readParts } from './flow-part.store.ts';
import { findFlowsWith } from './part-use.store.ts';

const endsOf = (step: FlowStep, { filters, transformers }: FoundParts): WiredStep => {
  if (step.type === 'connector') return connectorEnds;
  if (step.type === 'filter') {
    const { inputType } = filters.get(step.filterId) ?? fail('FLOW_FILTER_NOT_FOUND');
    return { input: inputType, output: inputType };
  }
  const { inputType, outputType } = transformers.get(step.transformerId) ?? fail('FLOW_TRANSFORMER_NOT_FOUND');
  return { input: inputType, output: outputType };
};

export function checkWires(steps: readonly FlowStep[], parts: FoundParts): void {
  const problem = wireProblem(steps.map((step) => endsOf(step, parts)));
  if (problem) fail('FLOW_CONTENT_TYPES', problem);
}

/** Checks that the content types of neighbouring steps fit. */
export function createWireCheck() {
  return {
    /** After a change of a part, in its transaction: it may not break a flow that uses it. */
    async checkFlowsWith(db: Db, part: { filterId?: number; transformerId?: number }): Promise<void> {
      const flows = await findFlowsWith(db, part);
      const chains = flows.flatMap(({ steps, shadow }) => [steps, ...(shadow ? [shadow.steps] : [])]);
      const parts = await readParts(db, chains.flat());
      for (const steps of chains) checkWires(steps, parts);
    },
  };
}
export type WireCheck = ReturnType<typeof createWireCheck>;
