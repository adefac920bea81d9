import { isRaw, isRoute, type Route } from '@stellwerk/contract/core/route';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleOf } from './sample.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../../packages/contract/src/*.ts', '!../../../../packages/contract/src/*.test.ts'],
  { eager: true },
);
const routes = Object.values(modules).flatMap((exported) => Object.values(exported).filter(isRoute));

/** Responses that are no JSON have no schema. */
const responseOf = ({ response }: Route) => (isRaw(response) ? z.unknown() : response);

describe('a sample', () => {
  it('exists for the response of every route', () => {
    expect(routes.length).toBeGreaterThan(200);
    for (const route of routes) {
      expect(() => sampleOf(responseOf(route)), `${route.method} ${route.path}`).not.toThrow();
    }
  });

  const row = z.object({
    id: z.int().positive(),
    title: z.string(),
    kind: z.union([z.object({ is: z.literal('a') }), z.object({ is: z.literal('b'), size: z.number() })]),
    owner: z.object({ name: z.string(), at: z.iso.datetime() }).nullable(),
  });

  it('completes the given parts', () => {
    expect(sampleOf(z.array(row), [{ title: 'Lift' }, { owner: { name: 'Kim' }, kind: { is: 'b' } }])).toEqual([
      { id: 1, title: 'Lift', kind: { is: 'a' }, owner: null },
      { id: 2, title: 'title 2', kind: { is: 'b', size: 2 }, owner: { name: 'Kim', at: '2026-03-01T12:00:00.000Z' } },
    ]);
  });

  it('refuses parts that the schema does not have', () => {
    expect(() => sampleOf(row, JSON.parse('{"titel":"Lift"}'))).toThrow('value has no field titel');
    expect(() => sampleOf(row, { id: -1 })).toThrow('The schema refuses the value: id');
  });
});
