import { actions } from '@stellwerk/contract/core/permission';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Narrowing, narrow } from './narrow.ts';
import { decide, type Grant, holdsSomewhere } from './policy.ts';

const scopes = ['1', '1.2', '1.2.3', '1.2.3.4', '1.5', '6'] as const;
const named = ['all', 'DigitalTwin', 'Dashboards', 'UserManagement'].flatMap((subject) =>
  actions.map((action) => `${subject}.${action}`),
);
const system = actions.map((action) => `super.system.${action}`);
const every = [...named, ...system];

const inverted = (permissions: fc.Arbitrary<string>) =>
  fc.tuple(fc.integer({ min: 0, max: 3 }), permissions).map(([sort, key]) => (sort === 0 ? `!${key}` : key));
const grantsWith = (permissions: readonly string[]): fc.Arbitrary<Grant[]> =>
  fc.array(
    fc.record({
      scope: fc.constantFrom(...scopes),
      permissions: fc.array(inverted(fc.constantFrom(...permissions)), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 4 },
  );
const narrowings: fc.Arbitrary<Narrowing> = fc.record({
  permissions: fc.option(fc.array(inverted(fc.constantFrom(...every)), { minLength: 1, maxLength: 3 })),
  scopes: fc.option(fc.array(fc.constantFrom(...scopes), { maxLength: 3 })),
});

/** The narrowing as grants: what the key would allow if its owner were allowed everything. */
const keyGrants = ({ permissions, scopes: places }: Narrowing): Grant[] =>
  (places ?? ['1', '6']).map((scope) => ({ scope, permissions: permissions ?? ['super.system.manage'] }));

const places = scopes.flatMap((scope) => every.map((permission) => ({ scope, permission })));
const allows = (grants: readonly Grant[], { permission, scope }: (typeof places)[number]) =>
  decide(grants, permission, scope).allowed;

describe('narrow', () => {
  it('allows exactly what owner and key both allow', () => {
    fc.assert(
      fc.property(grantsWith(named), narrowings, (owner, key) => {
        const [narrowed, byKey] = [narrow(owner, key), keyGrants(key)];
        const wrong = places.filter(
          (place) => allows(narrowed, place) !== (allows(owner, place) && allows(byKey, place)),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never allows more than the owner may or than the key says, the system’s administrators included', () => {
    fc.assert(
      fc.property(grantsWith(every), narrowings, (owner, key) => {
        const [narrowed, byKey] = [narrow(owner, key), keyGrants(key)];
        const tooMuch = places.filter(
          (place) => allows(narrowed, place) && !(allows(owner, place) && allows(byKey, place)),
        );
        expect(tooMuch).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves the owner’s grants as they are when it narrows nothing', () => {
    const owner: Grant[] = [{ scope: '1', permissions: ['all.read', '!Dashboards.read'], roleId: 7 }];
    const narrowed = narrow(owner, { permissions: null, scopes: null });
    for (const { scope, permission } of places) {
      expect(decide(narrowed, permission, scope)).toEqual(decide(owner, permission, scope));
    }
  });

  it('makes an ordinary right of the system’s permission in a part of the tree', () => {
    const owner: Grant[] = [{ scope: '1', permissions: ['super.system.manage'] }];
    const narrowed = narrow(owner, { permissions: null, scopes: ['1.2'] });
    expect(holdsSomewhere(narrowed, 'super.system.manage')).toBe(false);
    expect(decide(narrowed, 'DigitalTwin.write', '1.2.3').allowed).toBe(true);
    expect(decide(narrowed, 'DigitalTwin.write', '1.5').allowed).toBe(false);
  });

  it('gives nothing for scopes that are deleted', () => {
    expect(narrow([{ scope: '1', permissions: ['all.manage'] }], { permissions: null, scopes: [] })).toEqual([]);
  });
});
