import { parseArgs } from 'node:util';
import type { Recorder } from './result.ts';

export interface Option {
  about: string;
  /** Determines the type of the option: one number, several, or a boolean. */
  default: number | readonly number[] | boolean;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<Default> = Default extends readonly number[] ? number[] : Default extends boolean ? boolean : number;
export type Values<Given extends Options> = { [Name in keyof Given]: ValueOf<Given[Name]['default']> };

export interface Bench<Given extends Options = Options> {
  /** One line for the list of benchmarks. */
  about: string;
  options: Given;
  run(values: Values<Given>, recorder: Recorder): Promise<void>;
}

/** A subfolder with a `run.ts` that exports `bench`. */
export const defineBench = <const Given extends Options>(bench: Bench<Given>): Bench<Given> => bench;

export class UsageError extends Error {}

function numberOf(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (text.trim() === '' || !Number.isInteger(value) || value < 0) {
    throw new UsageError(`--${name} takes whole numbers, not "${text}"`);
  }
  return value;
}

function readValue(name: string, fallback: Option['default'], given: string | boolean | undefined) {
  if (given === undefined) return typeof fallback === 'object' ? [...fallback] : fallback;
  if (typeof given === 'boolean') return given;
  return typeof fallback === 'object' ? given.split(',').map((part) => numberOf(name, part)) : numberOf(name, given);
}

const typeOf = ({ default: fallback }: Option) => (typeof fallback === 'boolean' ? 'boolean' : 'string');

/** Parses the arguments and adds defaults. Undefined if help was requested. */
export function readOptions<Given extends Options>(options: Given, args: string[]): Values<Given> | undefined {
  const types = Object.entries(options).map(([name, option]) => [name, { type: typeOf(option) }] as const);
  let given: Record<string, string | boolean | undefined>;
  try {
    const known = { ...Object.fromEntries(types), help: { type: 'boolean' as const } };
    given = parseArgs({ args, options: known, allowNegative: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (given.help) return undefined;
  const values = Object.entries(options).map(([name, option]) => [name, readValue(name, option.default, given[name])]);
  // Built from the same entries; the compiler can't infer this.
  return Object.fromEntries(values) as Values<Given>;
}

function optionLine(name: string, { about, default: fallback }: Option): string {
  const isOn = fallback === true;
  const typed = typeof fallback === 'boolean' ? `--${isOn ? 'no-' : ''}${name}` : `--${name} ${String(fallback)}`;
  return `  ${typed.padEnd(32)} ${about}`;
}

export function helpOf(name: string, { about, options }: Bench): string {
  const lines = Object.entries(options).map(([option, of]) => optionLine(option, of));
  const known = lines.length > 0 ? `\n\nOptions, with what they are unless told:\n${lines.join('\n')}` : '';
  return `npm run bench -- ${name}\n${about}${known}`;
}
