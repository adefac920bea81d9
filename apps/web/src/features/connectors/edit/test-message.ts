import type { sentMessage } from '@stellwerk/contract/connector';
import type { z } from 'zod';

/** A message as it is typed: a body of JSON, and lines such as `x-event: up`. */
export interface TestMessage {
  body: string;
  topic: string;
  headers: string;
  query: string;
}

function pairsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim(), rest.join(':').trim()];
    }),
  );
}

/** Undefined while the body can't be read. */
export function readMessage({ body, topic, headers, query }: TestMessage): z.input<typeof sentMessage> | undefined {
  try {
    return { body: JSON.parse(body), topic, headers: pairsIn(headers), query: pairsIn(query) };
  } catch {
    return undefined;
  }
}
