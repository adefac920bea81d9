import { deflateSync } from 'node:zlib';

/** A4 in points. */
export const pageSize = { width: 595, height: 842 };

/** The characters of WinAnsiEncoding (ISO 32000-1, Annex D.2) that Latin-1 has elsewhere or not at all. */
const winAnsi = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, index) => [character, 0x80 + index]),
);
const similar: Record<string, string> = { '\u2212': '-', '\u202f': ' ', '\u2009': ' ' };

/** Other characters than those of Western European languages become a question mark. */
function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? 0x3f;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  return winAnsi.get(character) ?? (similar[character] ?? '?').charCodeAt(0);
}

/** A string of a content stream. Hexadecimal digits need no escaping. */
export const pdfText = (text: string): string =>
  `<${Buffer.from([...text.normalize('NFC')].map(byteOf)).toString('hex')}>`;

/** A text of the document's information: UTF-16 with a byte order mark. */
const infoText = (text: string): string =>
  `<feff${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')}>`;

export interface PdfInfo {
  title: string;
  language: string;
  createdAt: Date;
}

const fonts = { F1: 'Helvetica', F2: 'Helvetica-Bold' };
const [catalogId, pagesId, infoId, firstFontId] = [1, 2, 3, 4];
const firstPageId = firstFontId + Object.keys(fonts).length;

const dateOf = (at: Date): string => `(D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`;

/**
 * A PDF 1.7 document (ISO 32000-1) of pages that are given by their content streams. Each page is written when it is
 * complete. The fonts are two of the standard ones, which need not be embedded.
 */
export async function* writePdfDocument(
  pages: AsyncIterable<string>,
  { title, language, createdAt }: PdfInfo,
): AsyncGenerator<Buffer> {
  const offsets = new Map<number, number>();
  const pageIds: number[] = [];
  let size = 0;
  const piece = (content: Buffer): Buffer => {
    size += content.length;
    return content;
  };
  const object = (id: number, body: string | Buffer): Buffer => {
    offsets.set(id, size);
    return piece(Buffer.concat([Buffer.from(`${id} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
  };

  // The comment of bytes above 127 marks the file as binary.
  yield piece(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  for (const [index, name] of Object.values(fonts).entries()) {
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    yield object(firstFontId + index, font);
  }
  const fontNames = Object.keys(fonts).map((name, index) => `/${name} ${firstFontId + index} 0 R`);
  for await (const content of pages) {
    const id = firstPageId + pageIds.length * 2;
    pageIds.push(id);
    const stream = deflateSync(Buffer.from(content, 'latin1'));
    const head = Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`);
    yield object(id + 1, Buffer.concat([head, stream, Buffer.from('\nendstream')]));
    const box = `[0 0 ${pageSize.width} ${pageSize.height}]`;
    const resources = `<< /Font << ${fontNames.join(' ')} >> >>`;
    yield object(
      id,
      `<< /Type /Page /Parent ${pagesId} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${id + 1} 0 R >>`,
    );
  }
  const kids = pageIds.map((id) => `${id} 0 R`).join(' ');
  yield object(pagesId, `<< /Type /Pages /Kids [${kids}] /Count ${pageIds.length} >>`);
  yield object(catalogId, `<< /Type /Catalog /Pages ${pagesId} 0 R /Lang (${language}) >>`);
  yield object(infoId, `<< /Title ${infoText(title)} /Producer (Stellwerk) /CreationDate ${dateOf(createdAt)} >>`);

  const start = size;
  const count = firstPageId + pageIds.length * 2;
  const lines = Array.from({ length: count - 1 }, (_, index) => {
    return `${String(offsets.get(index + 1) ?? 0).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `<< /Size ${count} /Root ${catalogId} 0 R /Info ${infoId} 0 R >>`;
  yield piece(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
}
