import { unknownLimits } from '@stellwerk/contract/unknown-id';
import { expect, it } from 'vitest';
import { createUnknownBuffer } from './unknown-buffer.ts';

const message = (identifier: string, receivedAt: number, content = '{}') => ({ identifier, receivedAt, content });

it('keeps the newest ids, and of each the newest messages', () => {
  const buffer = createUnknownBuffer();
  buffer.add(7, [message('old', 1)]);
  buffer.add(
    7,
    Array.from({ length: unknownLimits.ids }, (_, number) => message(`id-${number}`, 2)),
  );
  buffer.add(
    7,
    Array.from({ length: 100 }, (_, number) => message('id-0', 3 + number)),
  );
  const [[connectorId, batches] = [0, []]] = buffer.take();
  expect([connectorId, batches.length]).toEqual([7, unknownLimits.ids]);
  expect(batches.some(({ identifier }) => identifier === 'old')).toBe(false);
  expect(batches.at(-1)).toMatchObject({ identifier: 'id-0', count: 101, firstAt: 2, lastAt: 102 });
  expect(batches.at(-1)?.messages).toHaveLength(unknownLimits.keptPerId);
  expect(batches.at(-1)?.messages.at(-1)?.receivedAt).toBe(102);
  expect(buffer.take()).toEqual([]);
});

it('counts messages beyond its limits', () => {
  const buffer = createUnknownBuffer();
  const large = 'x'.repeat(unknownLimits.keptBytes / 4);
  buffer.add(
    7,
    Array.from({ length: 10 }, (_, number) => message(`id-${number}`, number, large)),
  );
  const batches = buffer.take().flatMap(([, list]) => list);
  expect(batches.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(4);
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(10);
});
