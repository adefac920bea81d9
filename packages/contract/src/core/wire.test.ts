import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromWire, issueFromWire, issueToWire, toWire, type WireNames } from './wire.ts';

const wire: WireNames = { fields: { connector: 'bridge', place: 'site' }, columns: ['sort'] };
const part = z.object({ connector: z.string(), free: z.record(z.string(), z.unknown()) });
const route = {
  wire,
  query: z.object({ connector: z.string().optional(), sort: z.string() }),
  body: part.extend({ place: z.object({ connector: z.string() }).nullable().optional(), parts: z.array(part) }),
  response: z.object({ data: z.array(part) }),
};
const own = {
  connector: 'a',
  place: { connector: 'b' },
  free: { connector: 'c', bridge: 'd' },
  parts: [{ connector: 'e', free: {} }],
};
const wired = {
  bridge: 'a',
  site: { bridge: 'b' },
  free: { connector: 'c', bridge: 'd' },
  parts: [{ bridge: 'e', free: {} }],
};

describe('the names on the wire', () => {
  it('replace ours in declared fields, at any depth, but not in free JSON', () => {
    expect(toWire(route, 'body', own)).toEqual(wired);
    expect(fromWire(route, 'body', wired)).toEqual({ value: own, refused: [] });
    const answer = { data: [{ connector: 'a', free: {} }] };
    expect(toWire(route, 'response', answer)).toEqual({ data: [{ bridge: 'a', free: {} }] });
    expect(fromWire(route, 'response', toWire(route, 'response', answer)).value).toEqual(answer);
  });

  it('leave keys alone that every object inherits', () => {
    const body = JSON.parse('{"constructor":{"a":1},"toString":2,"parts":[]}');
    expect(fromWire(route, 'body', body)).toEqual({ value: body, refused: [] });
  });

  it('replace ours in the columns of a query', () => {
    expect(toWire(route, 'query', { connector: '1', sort: '-connector' })).toEqual({ bridge: '1', sort: '-bridge' });
    expect(fromWire(route, 'query', { bridge: '1', sort: 'site desc' }).value).toEqual({
      connector: '1',
      sort: 'place desc',
    });
  });

  it('leave ours unknown', () => {
    const unknown = (path: string) => ({ path, code: 'unknown_key', params: {} });
    expect(fromWire(route, 'body', own).refused).toEqual([
      unknown('connector'),
      unknown('place'),
      unknown('parts.0.connector'),
    ]);
    expect(fromWire(route, 'query', { sort: '-connector' }).refused).toEqual([
      { path: 'sort', code: 'option', params: {} },
    ]);
  });

  it('leave values that fit no schema to it', () => {
    for (const value of [undefined, null, 'text', 7, [wired], { parts: 'none', bridge: null }]) {
      expect(toWire(route, 'body', fromWire(route, 'body', value).value)).toEqual(value);
    }
  });

  it('stand in the paths of issues, except of unknown keys', () => {
    const issue = { path: 'place.connector', code: 'type' as const };
    expect(issueToWire(wire, issue).path).toBe('site.connector');
    expect(issueFromWire(wire, issueToWire(wire, issue))).toEqual(issue);
    expect(issueToWire(wire, { path: 'place', code: 'unknown_key' }).path).toBe('place');
    expect(issueToWire(undefined, issue)).toEqual(issue);
  });

  it('change nothing for a route without them', () => {
    expect(toWire({ ...route, wire: undefined }, 'body', own)).toBe(own);
    expect(fromWire({ ...route, wire: undefined }, 'body', own)).toEqual({ value: own, refused: [] });
  });
});
