import { expect, it } from 'vitest';
import { readMessage } from './test-message.ts';

const typed = { body: '{"a":1}', topic: 'in/1', headers: '', query: '' };

it('reads the body as JSON and headers and query line by line', () => {
  const headers = 'x-event: up\n\n  x-time : 08:30:00 ';
  expect(readMessage({ ...typed, headers, query: 'event: join' })).toEqual({
    body: { a: 1 },
    topic: 'in/1',
    headers: { 'x-event': 'up', 'x-time': '08:30:00' },
    query: { event: 'join' },
  });
});

it('gives nothing while the body is no JSON', () => {
  expect(readMessage({ ...typed, body: '{"a":' })).toBeUndefined();
});
