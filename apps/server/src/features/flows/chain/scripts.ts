import { createHash } from 'node:crypto';
import type { ContentType } from '@stellwerk/contract/flow-event';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { Script, ScriptInput } from '../../../platform/sandbox/script.ts';
import type { Message } from './message.ts';

type Language = 'javascript' | 'jsonata';

/** Scripts see the metadata of the event, the value or present content, and the whole input as `data`. */
const entry = { form: 'body' as const, parameters: ['meta', 'value', 'data'] };

export function scriptOf(language: Language, source: string): Script {
  const id = `flow:${createHash('sha256').update(source).digest('base64url').slice(0, 22)}`;
  return language === 'jsonata' ? { id, kind: 'jsonata', source } : { id, kind: 'javascript', source, entry };
}

const isObject = (value: unknown): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The metadata and value that a step sees: those of a generic message, else of the event behind the message. */
export function lookedOf(inputType: ContentType, { event, content }: Message) {
  if (inputType === 'generic' && isObject(content)) {
    return { meta: isObject(content.meta) ? content.meta : {}, value: content.value ?? null };
  }
  return { meta: event.meta, value: content };
}

export interface CallOf {
  nowMs: number;
  accountId: number;
}

export function inputOf(
  script: Script,
  inputType: ContentType,
  message: Message,
  { nowMs, accountId }: CallOf,
): ScriptInput {
  const { content } = message;
  const args = script.kind === 'jsonata' ? { input: content } : { ...lookedOf(inputType, message), data: content };
  return { args, nowMs, seed: Math.floor(Math.random() * 2 ** 32), accountId };
}

/** Time limit when an author tries a script: the first call of some expressions takes this long. */
export const trialTimeoutMs = 1_000;
