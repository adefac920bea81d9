import { idOf, textIdOf } from '@stellwerk/contract/core/id';
import { textList } from '@stellwerk/contract/core/query';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { textSpellings } from '../../../test/spellings.ts';
import { type Checked, createGate, type Parts } from './gate.ts';
import type { PlainRoute } from './handle.ts';
import { createGuard, ctx, nothing, ownId, pass, routeOf, type Shapes } from './testing/gate.fixture.ts';

describe('the gate', () => {
  it('reads an id in a text in its only spelling', async () => {
    const shapes = { params: z.object({ id: textIdOf('twin') }) };
    await expect(pass(shapes, { params: { id: '7' } })).resolves.toMatchObject({
      asked: [7],
      input: { params: { id: 7 } },
    });
    await expect(pass(shapes, { params: { id: '98' } })).rejects.toThrow('DTWIN_NOT_FOUND');
    for (const text of textSpellings(ownId)) {
      await expect(pass(shapes, { params: { id: text } }), text).rejects.toBeInstanceOf(z.ZodError);
    }
  });

  it('confirms each id of a list with commas and of nested bodies', async () => {
    const query = z.object({ ids: textList(textIdOf('twin'), 10) });
    await expect(pass({ query }, { query: { ids: '7,98' } })).rejects.toThrow('DTWIN_NOT_FOUND');
    await expect(pass({ query }, { query: { ids: '7, 98' } })).rejects.toBeInstanceOf(z.ZodError);
    const body = z.object({
      list: z.array(z.object({ twinId: idOf('twin').nullable() })).max(10),
      pair: z.tuple([idOf('twin')]),
    });
    await expect(pass({ body }, { body: { list: [{ twinId: 7 }, { twinId: 98 }], pair: [7] } })).rejects.toThrow(
      'DTWIN_NOT_FOUND',
    );
    await expect(pass({ body }, { body: { list: [], pair: [98] } })).rejects.toThrow('DTWIN_NOT_FOUND');
    await expect(pass({ body }, { body: { list: [{ twinId: null }], pair: [7] } })).resolves.toMatchObject({
      asked: [7],
    });
  });

  it('asks the guard once for an id that the raw request and the parsed values name', async () => {
    const shapes = { params: z.object({ id: textIdOf('twin') }), body: z.object({ parentId: idOf('twin') }) };
    const passed = await pass(shapes, { params: { id: '7' }, body: { parentId: 7 } });
    expect(passed.asked).toEqual([7]);
  });

  const twins = z.array(idOf('twin'));
  const ids = (length: number) => Array.from({ length }, (_, index) => index + 1);
  /** Schemas with limits of 50 ids or groups, and a value of the given length for each. */
  const limited: Record<string, { shapes: Shapes; raw: (length: number) => Partial<Parts> }> = {
    'a list of a body': {
      shapes: { body: z.object({ ids: twins.max(50) }) },
      raw: (length) => ({ body: { ids: ids(length) } }),
    },
    'an optional list with a lower limit behind a higher one': {
      shapes: { body: z.object({ ids: twins.max(500).max(50).nullable().default(null) }) },
      raw: (length) => ({ body: { ids: ids(length) } }),
    },
    'a list with an exact length': {
      shapes: { body: z.object({ ids: twins.length(50) }) },
      raw: (length) => ({ body: { ids: ids(length) } }),
    },
    'a body that is a list': {
      shapes: { body: z.array(z.object({ twinId: idOf('twin') })).max(50) },
      raw: (length) => ({ body: ids(length).map((twinId) => ({ twinId })) }),
    },
    'an inner list': {
      shapes: { body: z.object({ groups: z.array(z.object({ ids: twins.max(50) })).max(5) }) },
      raw: (length) => ({ body: { groups: [{ ids: [1] }, { ids: ids(length) }] } }),
    },
    'an outer list of short ones': {
      shapes: { body: z.object({ groups: z.array(z.object({ ids: twins.max(5) })).max(50) }) },
      raw: (length) => ({ body: { groups: ids(length).map((id) => ({ ids: [id] })) } }),
    },
    'a list with commas': {
      shapes: { query: z.object({ ids: textList(textIdOf('twin'), 50).optional() }) },
      raw: (length) => ({ query: { ids: ids(length).join(',') } }),
    },
    'a list beside a single id': {
      shapes: { params: z.object({ id: textIdOf('twin') }), body: z.object({ ids: twins.max(50) }) },
      raw: (length) => ({ params: { id: '3' }, body: { ids: ids(length) } }),
    },
  };

  it.each(Object.keys(limited))('loads no object for %s over its limit', async (name) => {
    const { shapes, raw } = limited[name] ?? expect.unreachable();
    const early = async (length: number) => {
      const { asked, guards } = createGuard();
      await createGate(routeOf(shapes), guards)
        .checkNamed(ctx, { ...nothing, ...raw(length) })
        .catch(() => undefined);
      return asked.length;
    };
    expect(await early(50)).toBeGreaterThan(0);
    expect(await early(51)).toBe(0);
    expect(await early(100_000)).toBe(0);
    await expect(pass(shapes, raw(51))).rejects.toBeInstanceOf(z.ZodError);
  });

  it('checks a long list that the schema allows after the schema', async () => {
    const body = z.object({ ids: z.array(idOf('twin')).max(10_000) });
    await expect(pass({ body }, { body: { ids: [...Array(5_000).fill(7), 98] } })).rejects.toThrow('DTWIN_NOT_FOUND');
  });

  it('refuses at the start schemas whose ids it could not find in the parsed values, and endless lists', () => {
    const { guards } = createGuard();
    const start = (body: z.ZodType) => createGate(routeOf({ body }), guards);
    const object = z.object({ twinId: idOf('twin') });
    type Nested = { twinId: number; below: Nested[] };
    const nested: z.ZodType<Nested> = z.lazy(() => object.extend({ below: z.array(nested) }));
    expect(() => start(object.transform(({ twinId }) => ({ other: twinId })))).toThrow('hides it from the gate');
    expect(() => start(nested)).toThrow("a recursive schema can't hold ids");
    expect(() => start(z.record(textIdOf('twin'), z.string()))).toThrow("keys of a record can't be ids");
    expect(() => start(z.map(z.string(), idOf('twin')))).toThrow("schema of type map can't be found");
    expect(() => start(z.object({ user_id: z.int() }))).toThrow('body.user_id is an id without idOf');
    expect(() => start(z.object({ ids: twins }))).toThrow('body.ids is a list of ids without a limit');
    expect(() => start(z.array(z.object({ ids: twins.max(5) })))).toThrow('body is a list of ids without a limit');
  });

  it('is the only source of what a handler takes', () => {
    expectTypeOf<Parameters<PlainRoute['handler']>[1]>().toEqualTypeOf<Checked<Parts>>();
    expectTypeOf<Parts>().not.toExtend<Checked<Parts>>();
  });
});
