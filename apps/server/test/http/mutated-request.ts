import fc from 'fast-check';

/** Requests near the limits of HTTP/1.1: mostly well-formed, with unusual parts, then with a few damaged bytes. */

const weighted = (usual: string, odd: readonly string[], weight = 12) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: fc.constantFrom(...odd), weight: 1 });

const method = weighted('POST', ['PUT', 'GET', 'HEAD', 'OPTIONS', 'CONNECT', 'PRI', 'POSTS', 'POS', 'post', '']);
const target = weighted('/raw/7', [
  ...['/raw/a_b-C', '/raw/', '/other', '/', '//raw/7', '*', 'raw', '', '/raw/7?x=1', '/raw/7#f', '/raw/%37'],
  ...['http://here/raw/7', 'here:80', '/raw/../7', '/raw /7', '/raw/\xe4', '/raw/\0', '/raw\t/7'],
]);
const version = weighted(
  'HTTP/1.1',
  ['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'http/1.1', 'HTTP/01.1', 'HTTP/1.1 ', ''],
  16,
);
const lineEnd = weighted('\r\n', ['\n', '\r', '\r\r\n', '\n\r', ' \r\n'], 120);
const separator = weighted(': ', [':', ':\t', ':  ', ' : ', ' :', '', '='], 24);

/** Header names with values that are meaningful for them. */
const families: readonly [names: readonly string[], values: readonly string[]][] = [
  [
    ['Connection', 'Proxy-Connection', 'Keep-Alive', 'Upgrade', 'HTTP2-Settings'],
    ['keep-alive', 'Keep-Alive', 'close', 'Close', 'keep-alive, x-a', 'upgrade', 'websocket', 'timeout=5'],
  ],
  [
    ['Transfer-Encoding', 'transfer-encoding', 'TE', 'Trailer', 'Expect', 'Content-Encoding'],
    ['chunked', 'Chunked', 'gzip, chunked', 'chunked, identity', 'identity', 'xchunked', 'trailers', '100-continue'],
  ],
  [
    ['Content-Length', 'CONTENT-LENGTH', 'content_length', 'Content-Length '],
    ['0', '2', '02', '+2', '-2', '2, 2', '2 2', '0x2', '2e0', '', '9999999', '99999999999999999999'],
  ],
  [
    ['Host', 'host', 'Cookie', 'Set-Cookie', 'Content-Type', 'Date', 'Accept', 'X-A', 'x-a', 'X_B', 'X-Api-Key'],
    ['a', '', ' padded\t', 'a, b', 'a:b', 'a\tb', 'a=1; b=2', 'x'.repeat(7_900), 'x'.repeat(17_000)],
  ],
  [
    ['__proto__', 'constructor', 'hasOwnProperty', 'X A', 'X-\xe4', '\tX-A', '', "!#$%&'*+.^`|~", 'X-\0', 'X-A'],
    ['a\0b', '\xe4', 'a\x7fb', 'a\x1bb', 'a\rb', 'a\nb', 'a\r\n b', 'a\r\n\tb', 'a\n b', '\r\n b', '1'],
  ],
];
const familyHeaders = families.map(([names, values]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)),
);
const anyHeader = fc.tuple(
  fc.constantFrom(...families.flatMap(([names]) => names)),
  fc.constantFrom(...families.flatMap(([, values]) => values)),
);
const plainHeader = fc
  .record({ name: fc.stringMatching(/^x-[a-z]{2}$/), value: fc.stringMatching(/^[ -~\t]{0,9}$/) })
  .map(({ name, value }) => `${name}: ${value}\r\n`);
const oddHeader = fc
  .tuple(fc.oneof(...familyHeaders, anyHeader), separator, lineEnd)
  .map(([[name, value], between, end]) => `${name}${between}${value}${end}`);
const header = fc.oneof({ arbitrary: plainHeader, weight: 2 }, oddHeader);

const body = fc.oneof(
  { arbitrary: fc.constantFrom('{}', '', '{"id":"a","payload":1}', '\0\xff'), weight: 4 },
  fc.constantFrom('2\r\n{}\r\n0\r\n\r\n', '0\r\n\r\n', 'zz\r\n', '2;x=y\r\n{}\r\n0\r\nX-A: a\r\n\r\n'),
  fc.constant('POST /raw/8 HTTP/1.1\r\nHost: inner\r\nContent-Length: 0\r\n\r\n'),
  fc.string({ unit: 'binary-ascii', maxLength: 20 }),
);

const interesting = [...'\r\n\0\t :,;/', '0', '9', 'A', 'z', '\x7f', '\x80', '\xff'];
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.constantFrom(0, 0, 1, 2, 9),
  inserted: fc.constantFrom('', ...interesting),
});

interface RequestPart {
  text: string;
  /** Positions at which the bytes are split for sending, as fractions of their length. */
  cuts: readonly number[];
  /** Sent in one piece with the next request. */
  joinsNext: boolean;
}

function damaged(text: string, damages: readonly { at: number; removed: number; inserted: string }[]): string {
  return damages.reduce((done, { at, removed, inserted }) => {
    const from = Math.floor(at * done.length);
    return done.slice(0, from) + inserted + done.slice(from + removed);
  }, text);
}

const request: fc.Arbitrary<RequestPart> = fc
  .record({
    first: fc.tuple(method, target, version),
    firstEnd: lineEnd,
    hasHost: fc.integer({ min: 0, max: 30 }).map((drawn) => drawn > 0),
    /** Difference between the length header and the body; null for no header. */
    lengthError: fc.oneof({ arbitrary: fc.constant(0), weight: 16 }, fc.constantFrom(null, 1, -1, 5)),
    headers: fc.array(header, { maxLength: 3, size: 'max' }),
    body,
    blank: lineEnd,
    damages: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(damage, { maxLength: 2 })),
    cuts: fc.oneof(
      { arbitrary: fc.constant([]), weight: 4 },
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
    ),
    joinsNext: fc.constantFrom(false, false, false, true),
  })
  .map(({ first, firstEnd, hasHost, lengthError, headers, blank, damages, cuts, joinsNext, ...given }) => {
    const length = lengthError === null ? [] : [`Content-Length: ${Math.max(0, given.body.length + lengthError)}\r\n`];
    const [before, after] = [headers.slice(0, 1), headers.slice(1)];
    const head = [...before, ...(hasHost ? ['Host: here\r\n'] : []), ...length, ...after].join('');
    return { text: damaged(`${first.join(' ')}${firstEnd}${head}${blank}${given.body}`, damages), cuts, joinsNext };
  });

function piecesOf(requests: readonly RequestPart[]): string[] {
  const pieces: string[] = [];
  let joined = '';
  for (const { text, cuts, joinsNext } of requests) {
    const places = [0, ...cuts.map((cut) => Math.floor(cut * text.length)).sort((a, b) => a - b), text.length];
    const parts = places.slice(1).map((to, index) => text.slice(places[index], to));
    parts[0] = joined + (parts[0] ?? '');
    joined = joinsNext ? (parts.pop() ?? '') : '';
    pieces.push(...parts);
  }
  return [...pieces, joined].filter((piece) => piece !== '');
}

/** One to three requests of a connection, as the pieces in which they are sent. */
export const mutatedRequests: fc.Arbitrary<string[]> = fc
  .array(request, { minLength: 1, maxLength: 3, size: 'max' })
  .map(piecesOf);
