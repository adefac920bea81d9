/** A request whose head and body arrived in one chunk, in the simplest syntax of HTTP/1.1. */
export interface PlainRequest {
  head: RequestHead;
  body: Buffer;
}

export interface RequestHead {
  /** The head exactly as received. */
  text: string;
  method: string;
  path: string;
  /** Headers by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  bodyBytes: number;
}

/**
 * Parses bytes that are exactly one request; returns undefined if they are incomplete, too many or ambiguous. Devices
 * repeat the same head, so a head equal to the previous one of the connection is not parsed again.
 */
export type ReadRequest = (bytes: Buffer, previous?: RequestHead) => PlainRequest | undefined;

const maxHeadBytes = 8_192;
const headerLine = /([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e]*)\r\n/y;

/**
 * Headers that change framing, the connection, or the shape of the response. Node's parser reads `proxy-connection` as
 * `connection`, and Node returns `set-cookie` as a list.
 */
const refusedHeaders = ['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te', 'proxy-connection', 'set-cookie'];

function headersOf(head: string, from: number): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  headerLine.lastIndex = from;
  let at = from;
  for (let line = headerLine.exec(head); line; line = headerLine.exec(head)) {
    const [, name = '', value = ''] = line;
    const key = name.toLowerCase();
    // Node's HTTP decides whether a repeated header is joined, dropped or refused.
    if (key in headers) return undefined;
    headers[key] = value.trim();
    at = headerLine.lastIndex;
  }
  return at === head.length ? headers : undefined;
}

const isPlain = (headers: Record<string, string>): boolean =>
  headers.host !== undefined &&
  (headers.connection === undefined || /^keep-alive$/i.test(headers.connection)) &&
  refusedHeaders.every((name) => headers[name] === undefined);

/**
 * This is not an HTTP parser and must not become one: requests that two parsers could read differently are left to
 * Node's HTTP. `fast-path-fuzz.test.ts` compares both.
 */
export function createRequestReader(methods: readonly string[]): ReadRequest {
  const requestLine = new RegExp(`^(${methods.join('|')}) (/[\\w/-]*) HTTP/1\\.1\\r\\n`);

  function readHead(text: string): RequestHead | undefined {
    const first = methods.length > 0 ? requestLine.exec(text) : null;
    if (!first) return undefined;
    const [line, method = '', path = ''] = first;
    const headers = headersOf(text, line.length);
    if (!headers || !isPlain(headers)) return undefined;
    const length = headers['content-length'] ?? '';
    return /^\d{1,7}$/.test(length) ? { text, method, path, headers, bodyBytes: Number(length) } : undefined;
  }

  return (bytes, previous) => {
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1 || end > maxHeadBytes) return undefined;
    const text = bytes.toString('latin1', 0, end + 2);
    const head = text === previous?.text ? previous : readHead(text);
    return head && bytes.length === end + 4 + head.bodyBytes ? { head, body: bytes.subarray(end + 4) } : undefined;
  };
}
