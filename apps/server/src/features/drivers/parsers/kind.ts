import type { Parser, ParserType, TargetVariable } from '@stellwerk/contract/driver';
import type { Parsed, ParserInput } from '../../../ingest/ports.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import type { ScriptLogLine } from '../../../platform/sandbox/script.ts';

export type ParserOf<T extends ParserType> = Extract<Parser, { type: T }>;

export interface ParserTools {
  sandbox: Pick<Sandbox, 'runBatch' | 'check'>;
  egress: Pick<Egress, 'request'>;
}

/** How a draft is checked, and the account that saves it. */
export interface DraftCheck {
  tools: ParserTools;
  accountId: number;
}

/** What became of one packet, with what a maker of parsers wants to know about it. */
export interface Parsing {
  parsed: Parsed;
  /** It hit a limit or got no answer: doing that again and again costs everybody. */
  isHung?: boolean;
  usage?: { durationMs: number; memoryBytes: number; logs: readonly ScriptLogLine[] };
  /** Where in the script it failed. */
  line?: number;
}

export interface RunOptions {
  /** So many hung ones in this batch, and the rest is not tried any more. */
  maxHung: number;
}

/** One result an input, in their order; undefined for those that were given up. */
export type Run = (inputs: readonly ParserInput[], options: RunOptions) => Promise<(Parsing | undefined)[]>;

export interface Refusal {
  reason: string;
  line?: number;
}

export interface ParserKind<T extends ParserType> {
  type: T;
  /** Why a parser could never run, found without running it. */
  check?(parser: ParserOf<T>, check: DraftCheck): Promise<Refusal | undefined>;
  /** What can be done once, before many packets. */
  prepare(parser: ParserOf<T>, variables: readonly TargetVariable[], tools: ParserTools): Run;
}

export const defineParser = <T extends ParserType>(kind: ParserKind<T>): ParserKind<T> => kind;
