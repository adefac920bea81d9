/** Spreadsheets write UTF-8, UTF-16 with a byte order mark, or the old Western code page. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const quotesIn = (text: string) => text.split('"').length - 1;

/** The records that begin in these lines, unchanged, after the header of the text if it has one. */
export function recordsAt(text: string, lines: readonly number[], hasHeader: boolean): string {
  const all = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const recordAt = (line: number) => {
    let end = line;
    // An open quote continues in the next line.
    while (end < all.length && quotesIn(all.slice(line - 1, end).join('\n')) % 2 === 1 && end - line < 20) end += 1;
    return all.slice(line - 1, end).join('\r\n');
  };
  const header = hasHeader ? all.slice(0, 1) : [];
  return `${[...header, ...lines.map(recordAt)].join('\r\n')}\r\n`;
}

export const csvFile = (text: string): Blob => new Blob([`\ufeff${text}`], { type: 'text/csv;charset=utf-8' });
