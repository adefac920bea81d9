import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openChunk, packChunk } from './packet-chunk.ts';

const packet = fc.record({
  receivedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  content: fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll('\0', '')),
});

describe('a chunk of packets', () => {
  it('gives back what was packed, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(packet, { minLength: 1, maxLength: 50 }), async (packets) => {
        expect(await openChunk(await packChunk(packets))).toEqual(packets);
      }),
      { numRuns: 100 },
    );
  });

  it('is small where packets are alike', async () => {
    const packets = Array.from({ length: 1_000 }, (_, n) => ({
      receivedAt: 1_767_225_600_000 + n * 60_000,
      content: JSON.stringify({ payload: { temperature: 20 + (n % 7) / 10, battery: 3.6 }, meta: { n }, time: null }),
    }));
    expect((await packChunk(packets)).length).toBeLessThan(JSON.stringify(packets).length / 10);
  });

  it('gives back a large one as well', async () => {
    const packets = Array.from({ length: 1_000 }, (_, n) => ({
      receivedAt: n,
      content: randomBytes(100).toString('hex'),
    }));
    expect(await openChunk(await packChunk(packets))).toEqual(packets);
  });

  it('is refused when a part of it is missing', async () => {
    const chunk = await packChunk([{ receivedAt: 1, content: 'a' }]);
    await expect(openChunk(chunk.subarray(0, -1))).rejects.toThrow();
  });
});
