import { describe, expect, it } from 'vitest';
import type { ApiCall } from './calls.ts';
import { addressOf, curlOf, missingIn } from './request.ts';

const schema = { type: 'string' };
const call: ApiCall = {
  key: 'GET /api/v1/twins/{id}/files/{name}',
  method: 'GET',
  path: '/api/v1/twins/{id}/files/{name}',
  tag: '',
  summary: '',
  permission: 'login',
  parameters: [
    { name: 'id', in: 'path', required: true, schema },
    { name: 'name', in: 'path', required: true, schema },
    { name: 'search', in: 'query', required: false, schema },
    { name: 'limit', in: 'query', required: false, schema },
  ],
  body: undefined,
  answers: [],
  errors: [],
  searched: '',
};

describe('the address of a call', () => {
  it('contains the entered values, and nothing else', () => {
    const values = new Map([
      ['id', ' 7 '],
      ['name', 'a/b ?'],
      ['search', 'x&y=z'],
      ['limit', ''],
      ['stranger', '1'],
    ]);
    expect(addressOf(call, values)).toBe('/api/v1/twins/7/files/a%2Fb%20%3F?search=x%26y%3Dz');
    expect(missingIn(call, values)).toEqual([]);
  });

  it('keeps the names of missing parameters', () => {
    expect(addressOf(call, new Map([['id', '7']]))).toBe('/api/v1/twins/7/files/{name}');
    expect(missingIn(call, new Map([['id', ' ']]))).toEqual(['id', 'name']);
  });
});

describe('the curl command', () => {
  it('quotes characters that a shell would interpret', () => {
    const text = curlOf({
      origin: 'https://example.com',
      method: 'POST',
      address: '/api/v1/x?a=$(b)',
      body: '{"name":"it\'s"}',
      keyPlaceholder: 'KEY',
    });
    expect(text.split(' \\\n  ')).toEqual([
      "curl -X POST 'https://example.com/api/v1/x?a=$(b)'",
      "-H 'x-api-key: KEY'",
      "-H 'content-type: application/json'",
      `--data '{"name":"it'\\''s"}'`,
    ]);
  });

  it('sends no body if there is none', () => {
    const text = curlOf({ origin: '', method: 'GET', address: '/x', body: undefined, keyPlaceholder: 'K' });
    expect(text).not.toContain('--data');
  });
});
