import type { JsonValue } from '@stellwerk/plugin/json';
import type { Signal } from '@stellwerk/plugin/profile';
import { z } from 'zod';

/** The value of a signal at a time. */
export type Course = (atMs: number) => JsonValue;
export type NumberCourse = (atMs: number) => number;

export interface SignalContext {
  /** Seed of the sender, shared by its signals: the temperature of a room depends on the same people as its CO₂. */
  seed: number;
  /** A number unique to this signal. */
  salt: number;
  /** Reference time for "days ago". */
  originMs: number;
  /** The course of another quantity of the same sender. */
  quantity(name: string): Course;
  /** Builds a nested signal; `branch` distinguishes several of them. */
  inner(signal: Signal, branch: number): NumberCourse;
}

export interface SignalKind {
  kind: string;
  build(signal: Signal, context: SignalContext): Course;
}

/** A nested signal. */
export const innerSignal = z.custom<Signal>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string',
  { error: 'a signal has a kind' },
);

interface Definition<Shape extends z.ZodRawShape> {
  kind: string;
  parameters: Shape;
  build(parameters: z.output<z.ZodObject<Shape>>, context: SignalContext): Course;
}

/** Unknown parameters are errors too: a misspelt one would otherwise be ignored silently. */
export function defineSignal<Shape extends z.ZodRawShape>(definition: Definition<Shape>): SignalKind {
  const schema = z.strictObject({ ...definition.parameters, kind: z.literal(definition.kind) });
  const { kind } = definition;
  return {
    kind,
    build(signal, context) {
      const read = schema.safeParse(signal);
      // The compiler loses the type of the shape once `kind` is added to it.
      if (read.success) return definition.build(read.data as z.output<z.ZodObject<Shape>>, context);
      const [issue] = read.error.issues;
      throw new Error(`signal ${kind}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`);
    },
  };
}
