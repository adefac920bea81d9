import { fileTypeFromBuffer } from 'file-type';

/** Size of the head of a file that is held in memory to detect its type. */
export const headBytes = 65_536;

export const rasterImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const unknownType = 'application/octet-stream';

/** Text in any superset of ASCII: everything except control characters other than TAB, LF, FF and CR. */
function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d;
}

const isText = (bytes: Uint8Array) => bytes.every(isTextByte);
const isVisible = (byte: number) => byte > 0x20;

/** Formats that may consist of text characters only. */
const textualFormats: [RegExp, string][] = [
  [/^%PDF-/, 'application/pdf'],
  [/^\{\\rtf/, 'application/rtf'],
  [/^%!PS/, 'application/postscript'],
];

function markupType(text: string): string | undefined {
  if (!text.startsWith('<')) return undefined;
  const root = text
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .replace(/<\?.*?(?:\?>|$)/gs, '')
    .replace(/<!doctype[^>[]*(?:\[[^\]]*\])?[^>]*>/gi, '')
    .trimStart();
  if (/^<(?:[\w-]+:)?svg[\s/>]/i.test(root)) return 'image/svg+xml';
  const isHtml = /<!doctype\s+html/i.test(text) || /^<(?:html|head|body|script)[\s/>]/i.test(root);
  return text.startsWith('<?xml') && !isHtml ? 'application/xml' : 'text/html';
}

function looksTabular(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).slice(0, 6);
  const complete = lines.length > 1 ? lines.slice(0, -1) : lines;
  return [',', ';', '\t', '|'].some((separator) => {
    const counts = complete.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length - 1);
    return (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0]);
  });
}

interface TypeInspector {
  /** Types that match the head, the most specific first. */
  candidates: readonly string[];
  /** Must be called with every chunk after the head. */
  inspect(chunk: Uint8Array): void;
  /** The final candidates, after the whole file has been inspected. */
  finish(): readonly string[];
}

function inspectText(head: Buffer): TypeInspector {
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const markup = markupType(text) ?? textualFormats.find(([start]) => start.test(text))?.[1];
  const plain = looksTabular(text) ? ['text/csv', 'text/plain'] : ['text/plain', 'text/csv'];
  const startsLikeJson = /^[[{]/.test(text);
  let stillText = true;
  let lastByte = head.findLast(isVisible);
  return {
    candidates: markup ? [markup] : startsLikeJson ? ['application/json', ...plain] : plain,
    inspect(chunk) {
      stillText &&= isText(chunk);
      lastByte = chunk.findLast(isVisible) ?? lastByte;
    },
    finish() {
      if (markup) return [markup];
      if (!stillText) return [unknownType];
      const endsLikeJson = lastByte === 0x5d || lastByte === 0x7d;
      return startsLikeJson && endsLikeJson ? ['application/json', ...plain] : plain;
    },
  };
}

/** Detects the type from the content alone; the type that the sender claims is ignored. */
export async function inspectType(head: Buffer): Promise<TypeInspector> {
  // Text is checked first: magic numbers of two letters would mistake many tables for images or programs.
  if (isText(head)) return inspectText(head);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const candidates = [found?.mime ?? unknownType];
  return { candidates, inspect: () => {}, finish: () => candidates };
}
