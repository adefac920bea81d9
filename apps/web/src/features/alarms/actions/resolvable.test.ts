import { describe, expect, it } from 'vitest';
import { resolvable } from './resolvable.ts';

const abilities = { comment: true, resolve: true, handle: true };

describe('a selection of alarms to resolve', () => {
  it('contains open alarms of rules and counts the skipped ones by reason', () => {
    const found = resolvable([
      { id: 1, status: 'unresolved', type: 'rule', abilities },
      { id: 2, status: 'resolved', type: 'rule', abilities },
      { id: 3, status: 'unresolved', type: 'health', abilities: { ...abilities, resolve: false } },
      { id: 4, status: 'unresolved', type: 'rule', abilities: { ...abilities, resolve: false } },
      { id: 5, status: 'unresolved', type: 'rule', abilities },
    ]);
    expect(found).toEqual({ resolvableIds: [1, 5], leftOut: { resolved: 1, health: 1, forbidden: 1 } });
  });
});
