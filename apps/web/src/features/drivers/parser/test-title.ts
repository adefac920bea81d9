import type { TestPacket } from './packet-text.ts';

const shownCharacters = 24;

/** A name that tells tests apart: the port and the beginning of the payload. */
export function testTitle({ payload, bytes, fPort }: TestPacket): string {
  const content = payload ?? bytes ?? '';
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const start = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return fPort === undefined ? start : `Port ${fPort}: ${start}`;
}
