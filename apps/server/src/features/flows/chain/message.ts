import type { ContentType, FlowEvent } from '@stellwerk/contract/flow-event';
import { flowEvent } from '@stellwerk/contract/flow-event';
import type { JsonValue } from '../../../platform/history/history.ts';

/** A message on its way through a flow. Content of type `generic` and JSON is a value, any other content is text. */
export interface Message {
  event: FlowEvent;
  content: JsonValue;
}

const isParsed = (type: ContentType): boolean => type === 'generic' || type === 'application/json';

export type Read = { ok: true; content: JsonValue } | { ok: false };

function parse(text: string): Read {
  try {
    const content: JsonValue = JSON.parse(text);
    return { ok: true, content };
  } catch {
    return { ok: false };
  }
}

/** Reads content that an author typed. */
export function contentFrom(type: ContentType, text: string): Read {
  if (!isParsed(type)) return { ok: true, content: text };
  const read = parse(text);
  return read.ok && type === 'generic' && !flowEvent.safeParse(read.content).success ? { ok: false } : read;
}

/** The result of a transformation as content of its output type. */
export function contentOf(type: ContentType, result: JsonValue): Read {
  switch (type) {
    case 'generic':
      return flowEvent.safeParse(result).success ? { ok: true, content: result } : { ok: false };
    case 'application/json':
      // A text is the document itself, already encoded.
      return typeof result === 'string' ? parse(result) : { ok: true, content: result };
    case 'application/xml':
      return typeof result === 'string' && result.trimStart().startsWith('<')
        ? { ok: true, content: result }
        : { ok: false };
    default:
      return typeof result === 'object' ? { ok: false } : { ok: true, content: String(result) };
  }
}

export const textOf = (type: ContentType, content: JsonValue): string =>
  isParsed(type) || typeof content !== 'string' ? JSON.stringify(content) : content;
