/** A call whose head and body came at once, in the plainest form that HTTP/1.1 has. */
export interface PlainRequest {
  head: RequestHead;
  body: Buffer;
}

export interface RequestHead {
  /** As it came. */
  text: string;
  method: string;
  path: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>;
  bodyBytes: number;
}

const maxHeadBytes = 8_192;
const requestLine = /^([A-Z]{1,7}) (\/[\w/-]*) HTTP\/1\.1\r\n/;
const headerLine = /([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e]*)\r\n/y;

/** What makes a call more than a head and a body of a known length. */
const further = ['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'];

function headersOf(head: string, from: number): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  headerLine.lastIndex = from;
  let at = from;
  for (let line = headerLine.exec(head); line; line = headerLine.exec(head)) {
    const [, name = '', value = ''] = line;
    const key = name.toLowerCase();
    // What a header means that is there twice, others decide.
    if (key in headers) return undefined;
    headers[key] = value.trim();
    at = headerLine.lastIndex;
  }
  return at === head.length ? headers : undefined;
}

const isPlain = (headers: Record<string, string>): boolean =>
  headers.host !== undefined &&
  (headers.connection === undefined || /^keep-alive$/i.test(headers.connection)) &&
  further.every((name) => headers[name] === undefined);

function readHead(text: string): RequestHead | undefined {
  const first = requestLine.exec(text);
  if (!first) return undefined;
  const [line, method = '', path = ''] = first;
  const headers = headersOf(text, line.length);
  if (!headers || !isPlain(headers)) return undefined;
  const length = headers['content-length'] ?? '';
  return /^\d{1,7}$/.test(length) ? { text, method, path, headers, bodyBytes: Number(length) } : undefined;
}

/**
 * Reads bytes that are exactly one call; undefined for everything that is less, more, or open to interpretation. This is
 * no parser of HTTP: what it does not take belongs to one. A head that came before, as devices send the same one again
 * and again, is not read twice.
 */
export function readPlainRequest(bytes: Buffer, before?: RequestHead): PlainRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1 || end > maxHeadBytes) return undefined;
  const text = bytes.toString('latin1', 0, end + 2);
  const head = text === before?.text ? before : readHead(text);
  return head && bytes.length === end + 4 + head.bodyBytes ? { head, body: bytes.subarray(end + 4) } : undefined;
}
