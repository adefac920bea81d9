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
  it('gives parsed values when everything fits', async () => {
    expect(await checkValues(schema, valid, String)).toEqual({ values: valid, errors: undefined });
  });

  it('tells a missing value from one of the wrong type', async () => {
    expect(await codes({ count: undefined })).toEqual({ count: 'required' });
    expect(await codes({ count: 'many' })).toEqual({ count: 'type' });
  });

  it('calls an empty text required, not too short', async () => {
    expect(await codes({ title: '' })).toEqual({ title: 'required' });
    expect(await codes({ title: 'abcdef' })).toEqual({ title: 'too_long' });
  });

  it('names fields inside objects and lists by their path', async () => {
    expect(await codes({ nested: { kind: 'x' }, tags: ['ok', 'x'] })).toEqual({
      'nested.kind': 'option',
      'tags.1': 'too_short',
    });
  });

  it('hands the limits to the text', async () => {
    const { errors } = await checkValues(schema, { ...valid, count: 1 }, (issue) => `min ${issue.params.minimum}`);
    expect(errors?.count?.message).toBe('min 2');
  });
});

describe('fieldErrors', () => {
  it('keeps the first complaint of a field and survives odd names', () => {
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

  it('puts a complaint on its field', () => {
    expect(place(['title'], ['title', 'count']).fields).toEqual([{ name: 'title', message: 'about title' }]);
  });

  it('puts a complaint about a part on the nearest field around it', () => {
    expect(place(['config.host.0'], ['config', 'config.host']).fields).toEqual([
      { name: 'config.host', message: 'about config.host.0' },
    ]);
  });

  it('understands paths that begin with the part of the request', () => {
    expect(place(['body.title'], ['title']).fields[0]?.name).toBe('title');
    expect(place(['body'], ['body']).fields[0]?.name).toBe('body');
  });

  it('does not mistake a longer name for a field', () => {
    expect(place(['titleColour'], ['title'])).toEqual({
      fields: [],
      rest: [{ path: 'titleColour', message: 'about titleColour' }],
    });
  });

  it('shows one complaint for each field and loses none that has no field', () => {
    const placed = place(['a', 'a.b', 'hidden'], ['a']);
    expect(placed.fields).toHaveLength(1);
    expect(placed.rest.map((issue) => issue.path)).toEqual(['hidden']);
  });
});
