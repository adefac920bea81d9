import { createHash } from 'node:crypto';
import type { Mutator } from '@stellwerk/contract/connector';
import type { FieldMapping } from '@stellwerk/contract/field-mapping';
import type { JsonValue, RawMessage, Reason } from '@stellwerk/plugin/connector-server';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Script, ScriptInput, ScriptResult } from '../../platform/sandbox/script.ts';
import { mapFields } from './field-mapping.ts';

/** Parameters of a mutator script, equal in all script languages. */
const parameters = ['body', 'headers', 'query', 'topic'] as const;

export function scriptOf({ language, script }: Mutator): Script | undefined {
  if (language === 'none' || language === 'mapping') return undefined;
  const id = `mutator:${createHash('sha256').update(script).digest('base64url').slice(0, 22)}`;
  if (language === 'jsonata') return { id, kind: 'jsonata', source: script };
  return { id, kind: 'javascript', source: script, entry: { form: 'body', parameters } };
}

type MutatorCall = Pick<ScriptInput, 'nowMs' | 'accountId'>;

function inputOf(
  script: Script,
  { body, headers = {}, query = {}, topic = '' }: RawMessage,
  { nowMs, accountId }: MutatorCall,
): ScriptInput {
  const message = { body, headers, query, topic };
  const args = script.kind === 'jsonata' ? { input: message } : message;
  return { args, nowMs, seed: Math.floor(Math.random() * 2 ** 32), accountId };
}

export type Mutated = { ok: true; messages: JsonValue[] } | { ok: false; reason: Reason };

const isMessage = (value: unknown): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A script returns one message, a list of messages, or nothing. */
function messagesOf(value: unknown): JsonValue[] | undefined {
  if (value === null || value === undefined) return [];
  const all = Array.isArray(value) ? value : [value];
  return all.every(isMessage) ? all : undefined;
}

export function mutatedOf(result: ScriptResult): Mutated {
  if (!result.ok) {
    const { code, params } = result;
    const reason = code === 'SCRIPT_ERROR' ? { code: 'BRIDGE_MUTATOR_FAILED', params } : { code, params };
    return { ok: false, reason };
  }
  const messages = messagesOf(result.value);
  return messages ? { ok: true, messages } : { ok: false, reason: { code: 'BRIDGE_MUTATOR_OUTPUT', params: {} } };
}

/** Serialising a value needs stack for each level, and so do scripts that traverse it. */
const maxDepth = 100;

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

const tooDeep: Mutated = { ok: false, reason: { code: 'PACKET_TOO_DEEP', params: { limit: maxDepth } } };

/** How a connector converts raw messages: by a script in the sandbox, or by a field mapping. */
export type Conversion = { by: 'script'; script: Script } | { by: 'mapping'; mapping: FieldMapping };

export function conversionOf(mutator: Mutator): Conversion | undefined {
  if (mutator.language === 'mapping' && mutator.mapping) return { by: 'mapping', mapping: mutator.mapping };
  const script = scriptOf(mutator);
  return script && { by: 'script', script };
}

/** Whether identifiers are compared without case and separators. */
export const usesEuis = ({ language, mapping }: Mutator): boolean =>
  language === 'mapping' && mapping?.id.format === 'eui';

/** The result for one part of a raw message. */
export interface Converted {
  source: JsonValue;
  result: Mutated;
}

const plainOf = (body: JsonValue): Converted => ({
  source: body,
  result: { ok: true, messages: Array.isArray(body) ? body : [body] },
});

export async function convert(
  sandbox: Sandbox,
  conversion: Conversion | undefined,
  messages: readonly RawMessage[],
  call: MutatorCall,
): Promise<Converted[]> {
  if (!conversion) return messages.map(({ body }) => plainOf(body));
  if (conversion.by === 'mapping') {
    return messages.flatMap((raw) =>
      isTooDeep(raw.body) ? [{ source: null, result: tooDeep }] : mapFields(conversion.mapping, raw),
    );
  }
  const results = await mutate(sandbox, conversion.script, messages, call);
  return results.map((result, index) => ({ source: messages[index]?.body ?? null, result }));
}

/** Returns one result per message, in their order. */
async function mutate(
  sandbox: Sandbox,
  script: Script,
  messages: readonly RawMessage[],
  call: MutatorCall,
): Promise<Mutated[]> {
  const sound = messages.filter(({ body }) => !isTooDeep(body));
  const results = await sandbox.runBatch(
    script,
    sound.map((message) => inputOf(script, message, call)),
  );
  const mutated = new Map(results.map((result, index) => [sound[index], mutatedOf(result)]));
  return messages.map((message) => mutated.get(message) ?? tooDeep);
}

/** Time limit when an author tries a script: the first call of some expressions takes this long. */
const trialTimeoutMs = 1_000;

/** Runs a script for its author, and returns its log as well. */
export function tryMutator(sandbox: Sandbox, script: Script, message: RawMessage, call: MutatorCall) {
  return sandbox.run({ script, timeoutMs: trialTimeoutMs, ...inputOf(script, message, call) });
}
