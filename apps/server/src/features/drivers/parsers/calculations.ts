import type { TargetVariable } from '@stellwerk/contract/driver';
import type { ParserInput } from '../../../ingest/ports.ts';
import type { JavaScript, Script } from '../../../platform/sandbox/script.ts';
import type { DraftCheck, ParserTools, Parsing, Refusal, Run, RunOptions } from './kind.ts';
import { createReading } from './parser-result.ts';
import { parsingOf, rejected, wordsOf } from './sandbox-result.ts';

const isCalculated = ({ expression }: TargetVariable) => expression.trim() !== '';

/** The calculations of a driver as source text of a list of `Calculation`. */
export function calculationsSource(variables: readonly TargetVariable[]): string {
  const parts = variables
    .filter(isCalculated)
    .map(({ name, expression }) => `[${JSON.stringify(name)}, function (v) { return (${expression}\n); }]`);
  return `[${parts.join(',\n')}]`;
}

const expressionScript = (expression: string): Script => ({
  id: 'variable',
  kind: 'javascript',
  source: `return (${expression}\n);`,
  entry: { form: 'body', parameters: ['v'] },
});

/** The first variable whose expression can't be compiled. */
export async function checkCalculations(
  variables: readonly TargetVariable[],
  { tools, accountId }: DraftCheck,
): Promise<(Refusal & { index: number }) | undefined> {
  for (const [index, variable] of variables.entries()) {
    if (!isCalculated(variable)) continue;
    const checked = await tools.sandbox.check(expressionScript(variable.expression), accountId);
    if (checked.ok) continue;
    const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
    return { index, reason: wordsOf(undefined, `${variable.name}: ${reason}`) };
  }
  return undefined;
}

/** Result or failure of a parser outside the sandbox, before calculations; undefined if it was not tried. */
export type Raw = { ok: true; result: unknown } | ({ ok: false } & Parsing) | undefined;

function readHere(raw: Raw): Parsing | undefined {
  if (!raw?.ok) return raw;
  try {
    return { parsed: createReading([]).read(raw.result) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { parsed: rejected('PARSER_FAILED', { reason }) };
  }
}

/** Completes results of parsers without a script: in the server, or in the sandbox if there are calculations. */
export function withCalculations(
  variables: readonly TargetVariable[],
  { sandbox }: Pick<ParserTools, 'sandbox'>,
  readAll: (inputs: readonly ParserInput[], options: RunOptions) => Promise<Raw[]> | Raw[],
): Run {
  if (!variables.some(isCalculated)) {
    return async (inputs, options) => (await readAll(inputs, options)).map(readHere);
  }
  const script: JavaScript = {
    id: 'variables',
    kind: 'javascript',
    source: `return (${createReading})(${calculationsSource(variables)}).read(result);`,
    entry: { form: 'body', parameters: ['result'] },
  };
  return async (inputs, options) => {
    const raws = await readAll(inputs, options);
    const places = [...raws.keys()].filter((index) => raws[index]?.ok);
    const calls = places.flatMap((place) => {
      const [raw, input] = [raws[place], inputs[place]];
      if (!raw?.ok || !input) return [];
      const { receivedAt, accountId } = input;
      return [{ args: { result: raw.result }, nowMs: receivedAt, seed: receivedAt, accountId }];
    });
    const answers = await sandbox.runBatch(script, calls, options);
    const parsings = raws.map((raw): Parsing | undefined => (raw?.ok ? undefined : raw));
    for (const [index, place] of places.entries()) {
      const answer = answers[index];
      if (answer) parsings[place] = parsingOf(answer, 0);
    }
    return parsings;
  };
}
