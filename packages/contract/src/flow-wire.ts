import type { ContentType } from './flow-event.ts';

/** The content types at both ends of a step; a connector has no output. */
export interface WiredStep {
  input: ContentType | 'any';
  output: ContentType | null;
}

/** Connectors send any content but the event of the platform itself, which a transformation must convert before. */
export const connectorEnds: WiredStep = { input: 'any', output: null };

export interface Wire {
  /** The type of the content on the wire into this step. */
  carries: ContentType;
  fits: boolean;
}

/** The wires into each step, beginning with the one from the trigger, which carries events of the platform. */
export function wiresOf(steps: readonly WiredStep[]): Wire[] {
  let carries: ContentType = 'generic';
  return steps.map(({ input, output }) => {
    const wire = { carries, fits: input === 'any' ? carries !== 'generic' : input === carries };
    if (output !== null) carries = output;
    return wire;
  });
}

/** The first step, from 1, that receives another type than it expects. */
export function wireProblem(steps: readonly WiredStep[]) {
  const wires = wiresOf(steps);
  const index = wires.findIndex(({ fits }) => !fits);
  const wire = wires[index];
  if (!wire) return undefined;
  const expected = steps[index]?.input;
  return { number: index + 1, output: wire.carries, input: expected === 'any' ? 'application/json' : (expected ?? '') };
}
