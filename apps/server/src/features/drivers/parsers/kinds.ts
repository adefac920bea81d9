import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parser, ParserType, TargetVariable } from '@stellwerk/contract/driver';
import type { DraftCheck, ParserKind, ParserTools, Refusal, Run } from './kind.ts';

const folder = import.meta.dirname;

/** Each folder beside this file is a kind and has the name of its type. */
async function load(): Promise<Map<string, ParserKind<ParserType>>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const kinds = new Map<string, ParserKind<ParserType>>();
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const module: { kind: ParserKind<ParserType> } = await import(join(folder, name, 'kind.ts'));
    kinds.set(module.kind.type, module.kind);
  }
  return kinds;
}

const loaded = load();

/** Stored parsers may be of a kind that this version doesn't have. */
export async function prepareParser(
  parser: Parser,
  variables: readonly TargetVariable[],
  tools: ParserTools,
): Promise<Run> {
  const kind = (await loaded).get(parser.type);
  if (kind) return kind.prepare(parser, variables, tools);
  const reason = { code: 'PARSER_NOT_AVAILABLE', params: { type: parser.type } };
  return async (inputs) => inputs.map(() => ({ parsed: { ok: false, reason } }));
}

export async function checkParser(parser: Parser, check: DraftCheck): Promise<Refusal | undefined> {
  return (await loaded).get(parser.type)?.check?.(parser, check);
}
