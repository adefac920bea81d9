import type { JsonValue } from '@stellwerk/plugin/json';
import type { Signal } from '@stellwerk/plugin/profile';
import { z } from 'zod';

/** What a signal is worth at a time. */
export type Course = (atMs: number) => JsonValue;
export type NumberCourse = (atMs: number) => number;

export interface SignalContext {
  /** Of the sender: its signals share it, so that the temperature of a room knows how many people its CO₂ comes from. */
  seed: number;
  /** A number of this signal alone. */
  salt: number;
  /** What "days ago" counts from. */
  originMs: number;
  /** Another quantity of the same sender. */
  quantity(name: string): Course;
  /** A signal within this one; `branch` tells several of them apart. */
  inner(signal: Signal, branch: number): NumberCourse;
}

export interface SignalKind {
  kind: string;
  build(signal: Signal, context: SignalContext): Course;
}

/** A signal within another one. */
export const innerSignal = z.custom<Signal>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
  { error: 'a signal has a kind' },
);

interface Definition<Shape extends z.ZodRawShape> {
  kind: string;
  parameters: Shape;
  build(parameters: z.output<z.ZodObject<Shape>>, context: SignalContext): Course;
}

/** Parameters that nobody knows are mistakes too: a misspelt one would be ignored for ever. */
export function defineSignal<Shape extends z.ZodRawShape>(definition: Definition<Shape>): SignalKind {
  const schema = z.strictObject({ ...definition.parameters, kind: z.literal(definition.kind) });
  const { kind } = definition;
  return {
    kind,
    build(signal, context) {
      const read = schema.safeParse(signal);
      // The compiler loses what the shape tells once `kind` is added to it.
      if (read.success) return definition.build(read.data as z.output<z.ZodObject<Shape>>, context);
      const [issue] = read.error.issues;
      throw new Error(`signal ${kind}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`);
    },
  };
}
