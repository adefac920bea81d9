import type { Flow } from '@stellwerk/contract/flow';
import type { FlowTrigger } from '@stellwerk/contract/flow-event';
import { connectorEnds, type Wire, type WiredStep, wiresOf } from '@stellwerk/contract/flow-wire';
import type { NewFlow, Parts } from '../flow.queries.ts';

/** A step before the connectors; without an id it is not chosen yet. */
export interface DraftStep {
  type: 'filter' | 'transformation';
  partId: number | undefined;
}

export interface FlowDraft {
  name: string;
  description: string;
  active: boolean;
  trigger: FlowTrigger;
  steps: DraftStep[];
  targets: { connectorId: number; message: Record<string, never> }[];
}

export function draftOf(flow: Flow | undefined): FlowDraft {
  if (!flow) {
    const steps: DraftStep[] = [{ type: 'transformation', partId: undefined }];
    return { name: '', description: '', active: true, trigger: 'after', steps, targets: [] };
  }
  const { name, description, active, trigger } = flow;
  const steps = flow.steps.flatMap((step): DraftStep[] => {
    if (step.type === 'filter') return [{ type: 'filter', partId: step.filterId }];
    return step.type === 'transformation' ? [{ type: 'transformation', partId: step.transformerId }] : [];
  });
  const targets = flow.steps.flatMap((step) => (step.type === 'connector' ? step.targets : []));
  // Templates are passed through unchanged.
  return { name, description, active, trigger, steps, targets: targets as FlowDraft['targets'] };
}

/** The steps for the server; undefined while something is missing. */
export function stepsOf({ steps, targets }: FlowDraft): NewFlow['steps'] | undefined {
  if (targets.length === 0) return undefined;
  const chosen = steps.flatMap(({ type, partId }): NewFlow['steps'] => {
    if (partId === undefined) return [];
    return type === 'filter'
      ? [{ type: 'filter', filterId: partId }]
      : [{ type: 'transformation', transformerId: partId }];
  });
  if (chosen.length < steps.length) return undefined;
  return [...chosen, { type: 'connector', targets }];
}

/** The wires into the steps and the connectors; of a step that is not chosen yet, any type is right. */
export function wiresIn(
  { steps }: FlowDraft,
  { filters, transformers }: Pick<Parts, 'filters' | 'transformers'>,
): Wire[] {
  const ends = steps.map(({ type, partId }): WiredStep => {
    if (type === 'filter') {
      const found = filters.find(({ id }) => id === partId);
      return found ? { input: found.inputType, output: found.outputType } : { input: 'any', output: null };
    }
    const found = transformers.find(({ id }) => id === partId);
    return found ? { input: found.inputType, output: found.outputType } : { input: 'any', output: null };
  });
  const isChosen = (index: number) => steps[index]?.partId !== undefined || index >= steps.length;
  return wiresOf([...ends, connectorEnds]).map((wire, index) => ({ ...wire, fits: wire.fits || !isChosen(index) }));
}
