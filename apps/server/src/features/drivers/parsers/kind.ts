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

export interface DraftCheck {
  tools: ParserTools;
  accountId: number;
}

/** Result of parsing one packet, with details for the author of the parser. */
export interface Parsing {
  parsed: Parsed;
  /** The script exceeded a limit or did not respond, which is expensive if repeated. */
  isHung?: boolean;
  usage?: { durationMs: number; memoryBytes: number; logs: readonly ScriptLogLine[] };
  line?: number;
}

export interface RunOptions {
  /** After this number of hung calls, the rest of the batch is not tried. */
  maxHung: number;
}

/** Returns one result per input, in their order; undefined for inputs that were not tried. */
export type Run = (inputs: readonly ParserInput[], options: RunOptions) => Promise<(Parsing | undefined)[]>;

export interface Refusal {
  reason: string;
  line?: number;
}

export interface ParserKind<T extends ParserType> {
  type: T;
  /** Returns the reason why a parser can't run, without running it. */
  check?(parser: ParserOf<T>, check: DraftCheck): Promise<Refusal | undefined>;
  prepare(parser: ParserOf<T>, variables: readonly TargetVariable[], tools: ParserTools): Run;
}

export const defineParser = <T extends ParserType>(kind: ParserKind<T>): ParserKind<T> => kind;
