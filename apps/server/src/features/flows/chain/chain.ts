import type { ContentType } from '@stellwerk/contract/flow-event';
import type { FlowStep } from '@stellwerk/contract/flow-step';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { StoredFailure } from '../flow.table.ts';
import type { FoundParts } from '../flow-part.store.ts';
import { type Message, textOf } from './message.ts';
import type { CallOf } from './scripts.ts';
import { type ChainStep, filterStep, type StepOutcome, transformerStep } from './steps.ts';

export type Target = Extract<FlowStep, { type: 'connector' }>['targets'][number];

/** The steps of a flow, ready to run, and the connectors behind them. */
export interface Chain {
  /** Undefined where a part was deleted. */
  steps: readonly (ChainStep | undefined)[];
  targets: readonly Target[];
}

export type Ended =
  | { is: 'ready'; type: ContentType; content: JsonValue; text: string }
  | { is: 'stopped'; step: number }
  | { is: 'failed'; step: number; failure: StoredFailure };

/** Receives what became of each message in each step. */
export type Note = (step: number, message: Message, outcome: StepOutcome) => void;

export function compileChain(
  sandbox: Pick<Sandbox, 'runBatch'>,
  steps: readonly FlowStep[],
  { filters, transformers }: FoundParts,
): Chain {
  const compiled = steps.flatMap((step): (ChainStep | undefined)[] => {
    if (step.type === 'connector') return [];
    if (step.type === 'filter') {
      const filter = filters.get(step.filterId);
      return [filter && filterStep(sandbox, filter)];
    }
    const transformer = transformers.get(step.transformerId);
    return [transformer && transformerStep(sandbox, transformer)];
  });
  return { steps: compiled, targets: steps.flatMap((step) => (step.type === 'connector' ? step.targets : [])) };
}

const missing: StepOutcome = { is: 'failed', failure: { code: 'FLOW_STEP_MISSING', params: {} } };

/** Passes messages through all steps but the connector, step by step, so that scripts run in batches. */
export async function runChain(
  { steps }: Chain,
  messages: readonly Message[],
  call: CallOf,
  note: Note = () => {},
): Promise<Ended[]> {
  const ended = new Array<Ended | undefined>(messages.length);
  let going = messages.map((message, index) => ({ message, index }));
  for (const [number, step] of steps.entries()) {
    if (going.length === 0) break;
    const current = going.map(({ message }) => message);
    const outcomes = step ? await step.run(current, call) : current.map(() => missing);
    const next: typeof going = [];
    for (const [place, { message, index }] of going.entries()) {
      const outcome = outcomes[place] ?? missing;
      note(number, message, outcome);
      if (outcome.is === 'passed') next.push({ message: { ...message, content: outcome.content }, index });
      else if (outcome.is === 'stopped') ended[index] = { is: 'stopped', step: number };
      else ended[index] = { is: 'failed', step: number, failure: outcome.failure };
    }
    going = next;
  }
  const type = steps.at(-1)?.output ?? 'generic';
  for (const { message, index } of going) {
    const { content } = message;
    ended[index] = { is: 'ready', type, content, text: textOf(type, content) };
  }
  return ended.map((end): Ended => end ?? { is: 'failed', step: 0, failure: { code: 'INTERNAL_ERROR', params: {} } });
}
