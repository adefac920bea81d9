import { createHash } from 'node:crypto';
import type { Mutator } from '@stellwerk/contract/connector';
import type { JsonValue, RawMessage, Reason } from '@stellwerk/plugin/connector-server';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Script, ScriptInput, ScriptResult } from '../../platform/sandbox/script.ts';

/** What a script sees of a message, in both languages under the same names. */
const parameters = ['body', 'headers', 'query', 'topic'] as const;

export function scriptOf({ language, script }: Mutator): Script | undefined {
  if (language === 'none') return undefined;
  const id = `mutator:${createHash('sha256').update(script).digest('base64url').slice(0, 22)}`;
  if (language === 'jsonata') return { id, kind: 'jsonata', source: script };
  return { id, kind: 'javascript', source: script, entry: { form: 'body', parameters } };
}

export type MutatorCall = Pick<ScriptInput, 'nowMs' | 'accountId'>;

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

/** One message, a list of them, or nothing. */
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

/** Writing a value down uses the stack for each level, and so do scripts that walk through it. */
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

/** One result a message, in their order. */
export async function mutate(
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

/** With what the script logged, for its author. */
export function tryMutator(sandbox: Sandbox, script: Script, message: RawMessage, call: MutatorCall) {
  return sandbox.run({ script, ...inputOf(script, message, call) });
}
