import { randomUUID } from 'node:crypto';

/** A message of the database holds less than 8,000 bytes. */
const partBytes = 5_500;
/** Letters of which some part never came; a process that ends in between leaves one. */
const mostOpen = 1_000;

/** A text in parts that fit a message of the database each, in their order. */
export function notifyChunks(text: string): string[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / partBytes));
  const key = randomUUID();
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    return `${key} ${index} ${count} ${part.toString('base64')}`;
  });
}

/** Hands on texts when all of their parts are there. */
export function createJoiner(onWhole: (text: string) => void): (part: string) => void {
  const open = new Map<string, Buffer[]>();
  return (part) => {
    const [key = '', index, count, content = ''] = part.split(' ', 4);
    const parts = open.get(key) ?? [];
    // A sender's parts come one after the other; one that missed the first can do nothing with the rest.
    if (parts.length !== Number(index)) return;
    parts.push(Buffer.from(content, 'base64'));
    open.delete(key);
    if (parts.length === Number(count)) return onWhole(Buffer.concat(parts).toString());
    open.set(key, parts);
    const [oldest] = open.keys();
    if (open.size > mostOpen && oldest !== undefined) open.delete(oldest);
  };
}
