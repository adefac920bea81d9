import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkValues, fieldErrors, placeIssues } from './field-issues.ts';

const schema = z.object({
  title: z.string().min(1).max(5),
  count: z.number().int().min(2),
  mail: z.email(),
  nested: z.object({ kind: z.enum(['a', 'b']) }),
  tags: z.array(z.string().min(2)),
});
const valid = { title: 'abc', count: 2, mail: 'a@b.de', nested: { kind: 'a' }, tags: ['ab'] };

async function codes(change: object): Promise<Record<string, string>> {
  const { errors } = await checkValues(schema, { ...valid, ...change }, (issue) => issue.code);
  return Object.fromEntries(Object.entries(errors ?? {}).map(([path, error]) => [path, error.message]));
}

describe('checkValues', () => {
  it('returns parsed values when all are valid', async () => {
    expect(await checkValues(schema, valid, String)).toEqual({ values: valid, errors: undefined });
  });

  it('distinguishes a missing value from one of the wrong type', async () => {
    expect(await codes({ count: undefined })).toEqual({ count: 'required' });
    expect(await codes({ count: 'many' })).toEqual({ count: 'type' });
  });

  it('reports an empty text as required, not as too short', async () => {
    expect(await codes({ title: '' })).toEqual({ title: 'required' });
    expect(await codes({ title: 'abcdef' })).toEqual({ title: 'too_long' });
  });

  it('names fields inside objects and lists by their path', async () => {
    expect(await codes({ nested: { kind: 'x' }, tags: ['ok', 'x'] })).toEqual({
      'nested.kind': 'option',
      'tags.1': 'too_short',
    });
  });

  it('passes the limits to the text', async () => {
    const { errors } = await checkValues(schema, { ...valid, count: 1 }, (issue) => `min ${issue.params.minimum}`);
    expect(errors?.count?.message).toBe('min 2');
  });
});

describe('fieldErrors', () => {
  it('keeps the first error of a field and accepts unusual names', () => {
    const issue = (path: string, code: 'required' | 'format') => ({ path, code, params: {} });
    const errors = fieldErrors(
      [issue('a', 'required'), issue('a', 'format'), issue('constructor', 'format')],
      (each) => each.code,
    );
    expect(errors.a?.type).toBe('required');
    expect(errors.constructor).toEqual({ type: 'format', message: 'format' });
  });
});

describe('placeIssues', () => {
  const place = (paths: string[], names: string[]) =>
    placeIssues(
      paths.map((path) => ({ path, message: `about ${path}` })),
      names,
    );

  it('puts an error on its field', () => {
    expect(place(['title'], ['title', 'count']).fields).toEqual([{ name: 'title', message: 'about title' }]);
  });

  it('puts an error about a nested value on the nearest enclosing field', () => {
    expect(place(['config.host.0'], ['config', 'config.host']).fields).toEqual([
      { name: 'config.host', message: 'about config.host.0' },
    ]);
  });

  it('accepts paths that begin with the part of the request', () => {
    expect(place(['body.title'], ['title']).fields[0]?.name).toBe('title');
    expect(place(['body'], ['body']).fields[0]?.name).toBe('body');
  });

  it('does not mistake a longer name for a field', () => {
    expect(place(['titleColour'], ['title'])).toEqual({
      fields: [],
      rest: [{ path: 'titleColour', message: 'about titleColour' }],
    });
  });

  it('shows one error for each field and loses none without a field', () => {
    const placed = place(['a', 'a.b', 'hidden'], ['a']);
    expect(placed.fields).toHaveLength(1);
    expect(placed.rest.map((issue) => issue.path)).toEqual(['hidden']);
  });
});
