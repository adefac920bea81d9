import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutatedRequests } from '../../../test/http/mutated-request.ts';
import {
  hasLast,
  type Observation,
  type ObservedServer,
  startObservedServer,
} from '../../../test/http/observed-server.ts';
import { createRequestReader, type ReadRequest } from './request-reader.ts';

/** `npm run test:faults` multiplies the runs and uses other seeds; fast-check prints the seed of a failure. */
const faultRuns = process.env.FAULT_RUNS;
const numRuns = Number(faultRuns ?? 1) * 800;
const chosenSeed = faultRuns === undefined ? { seed: 26 } : {};

const read = createRequestReader(['POST', 'PUT']);
const servers: ObservedServer[] = [];
async function start(reader?: ReadRequest): Promise<ObservedServer> {
  const server = await startObservedServer(reader);
  servers.push(server);
  return server;
}

let node: ObservedServer;
let fast: ObservedServer;
beforeAll(async () => {
  [node, fast] = [await start(), await start(read)];
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Sends the same bytes to both servers and returns how each of them parsed the bytes. */
async function compare(
  pieces: readonly string[],
  other = fast,
): Promise<{ expected: Observation; found: Observation }> {
  const expected = await node.send(pieces, { endsAfter: true });
  const found = await other.send(pieces, { endsAfter: !hasLast(expected) });
  return { expected, found };
}

async function requireSame(pieces: readonly string[], other = fast): Promise<Observation> {
  const { expected, found } = await compare(pieces, other);
  expect(found.requests).toEqual(expected.requests);
  if (hasLast(expected)) expect(found.answers).toEqual(found.requests.map((_, place) => place));
  return found;
}

const plain = 'POST /raw/7 HTTP/1.1\r\nHost: here\r\nX-A: a\r\nContent-Length: 2\r\n\r\n{}';
const chunked = 'POST /raw/7 HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
const folded = 'PUT /raw/7 HTTP/1.1\r\nHost: here\r\nX-A: a\r\n b\r\nContent-Length: 1\r\n\r\n5';

describe('a server with the fast path', () => {
  it("reads mutated requests as Node's HTTP alone does", async () => {
    const counts = { accepted: 0, passedOn: 0 };
    const property = fc.asyncProperty(mutatedRequests, async (pieces) => {
      const { accepted } = await requireSame(pieces);
      counts[accepted > 0 ? 'accepted' : 'passedOn'] += 1;
    });
    await fc.assert(property, { numRuns, ...chosenSeed });
    // If all requests were odd, or all were plain, the test would prove nothing.
    expect(Math.min(counts.accepted, counts.passedOn)).toBeGreaterThan(numRuns / 5);
  });

  it.each([
    ['a plain request', plain, 2],
    ['two plain requests', plain + plain, 3],
    ['chunks after a plain request', plain + chunked, 3],
    ['a plain request after chunks', chunked + plain, 3],
    ['a folded line, which is refused', folded, 0],
  ])('reads %s alike, wherever the bytes are split', async (_name, text, count) => {
    for (let at = 1; at < text.length; at += 1) {
      const { requests } = await requireSame([text.slice(0, at), text.slice(at)]);
      expect(requests).toHaveLength(count);
    }
  });
});

/** A reader that ignores the meaning of a header. */
const overlooking =
  (name: string): ReadRequest =>
  (bytes) => {
    const request = read(
      Buffer.from(bytes.toString('latin1').replace(new RegExp(`^${name}:`, 'im'), 'x-blind:'), 'latin1'),
    );
    if (!request) return undefined;
    const { 'x-blind': value, ...others } = request.head.headers;
    const headers = value === undefined ? others : { ...others, [name]: value };
    return { ...request, head: { ...request.head, headers } };
  };

const lenientLines: ReadRequest = (bytes) =>
  read(Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1'));

function lossy(bytes: Buffer): ReturnType<ReadRequest> {
  const request = read(bytes);
  return request && { ...request, body: request.body.subarray(0, 20) };
}

describe('the comparison', () => {
  it.each<[string, ReadRequest]>([
    ['overlooks transfer-encoding', overlooking('transfer-encoding')],
    ['overlooks proxy-connection', overlooking('proxy-connection')],
    ['overlooks expect', overlooking('expect')],
    ['takes bare line feeds', lenientLines],
    ['cuts bodies off', lossy],
  ])('finds a reader that %s', async (_name, faulty) => {
    const server = await start(faulty);
    const property = fc.asyncProperty(mutatedRequests, async (pieces) => void (await requireSame(pieces, server)));
    const { failed } = await fc.check(property, { numRuns: 3_000, seed: 26, endOnFailure: true });
    expect(failed).toBe(true);
  });
});
