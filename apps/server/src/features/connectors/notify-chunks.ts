import { randomUUID } from 'node:crypto';

/** PostgreSQL limits a notification to 8,000 bytes. */
const partBytes = 5_500;
/** Maximum of incomplete messages; a sender that stops midway leaves one. */
const mostOpen = 1_000;

/** Splits a text into chunks that each fit into a notification of the database. */
export function notifyChunks(text: string): string[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / partBytes));
  const key = randomUUID();
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    return `${key} ${index} ${count} ${part.toString('base64')}`;
  });
}

export function createJoiner(onWhole: (text: string) => void): (part: string) => void {
  const open = new Map<string, Buffer[]>();
  return (part) => {
    const [key = '', index, count, content = ''] = part.split(' ', 4);
    const parts = open.get(key) ?? [];
    // Chunks of a sender arrive in order. A listener that missed the first one can't use the others.
    if (parts.length !== Number(index)) return;
    parts.push(Buffer.from(content, 'base64'));
    open.delete(key);
    if (parts.length === Number(count)) return onWhole(Buffer.concat(parts).toString());
    open.set(key, parts);
    const [oldest] = open.keys();
    if (open.size > mostOpen && oldest !== undefined) open.delete(oldest);
  };
}
