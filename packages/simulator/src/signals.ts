import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { numberOf } from '@stellwerk/plugin/payload';
import type { Signal } from '@stellwerk/plugin/profile';
import { hash, hashText } from './hash.ts';
import type { Course, SignalContext, SignalKind } from './signal.ts';

const folder = join(import.meta.dirname, 'signals');
const kinds = new Map<string, SignalKind>();
/** Each file in the folder is a kind of signal. */
for (const name of readdirSync(folder)) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
  const module: { signal: SignalKind } = await import(pathToFileURL(join(folder, name)).href);
  kinds.set(module.signal.kind, module.signal);
}

export const signalKinds = (): string[] => [...kinds.keys()].toSorted();

export interface CourseOptions {
  seed: number;
  originMs: number;
}

/** The courses of all quantities of a sender by name. An unknown signal is an error. */
export function coursesOf(
  quantities: Readonly<Record<string, Signal>>,
  { seed, originMs }: CourseOptions,
): ReadonlyMap<string, Course> {
  const courses = new Map<string, Course>();
  const asked = new Set<string>();

  function build(signal: Signal, salt: number): Course {
    const kind = kinds.get(signal.kind);
    if (!kind) throw new Error(`there is no kind of signal called ${signal.kind}; known: ${signalKinds().join(', ')}`);
    const context: SignalContext = {
      seed,
      salt,
      originMs,
      quantity: courseOf,
      inner(inner, branch) {
        const course = build(inner, hash(salt, branch + 1));
        return (atMs) => numberOf(course(atMs));
      },
    };
    return kind.build(signal, context);
  }

  function courseOf(name: string): Course {
    const known = courses.get(name);
    if (known) return known;
    if (!Object.hasOwn(quantities, name)) throw new Error(`there is no quantity called ${name}`);
    const signal = quantities[name];
    if (asked.has(name) || !signal) throw new Error(`the quantity ${name} depends on itself`);
    asked.add(name);
    const course = build(signal, hash(seed, hashText(name)));
    courses.set(name, course);
    return course;
  }

  for (const name of Object.keys(quantities)) courseOf(name);
  return courses;
}

/** One value of a standalone signal. */
export const valueAt = (
  signal: Signal,
  { seed, atMs, originMs = 0 }: { seed: number; atMs: number; originMs?: number },
) => coursesOf({ value: signal }, { seed, originMs }).get('value')?.(atMs) ?? null;
