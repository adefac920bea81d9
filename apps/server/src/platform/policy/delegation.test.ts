import { actions } from '@stellwerk/contract/core/permission';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coversGrants, lacking, widening } from './delegation.ts';
import { decide, type Grant } from './policy.ts';

const administrator: Grant[] = [{ scope: '1', permissions: ['all.manage'] }];
const userManager: Grant[] = [{ scope: '1', permissions: ['UserManagement.manage', 'DigitalTwin.read'] }];
const system: Grant[] = [{ scope: '1', permissions: ['super.system.manage'] }];

describe('widening', () => {
  it('names new permissions and denials that fall away, but not what is taken away', () => {
    expect(widening(['A.read', '!B.write', 'C.read'], ['A.read', 'D.list', '!E.read'])).toEqual([
      'D.list',
      'B.write',
      'B.manage',
    ]);
  });
});

describe('lacking', () => {
  it('lets nobody hand out more than they hold', () => {
    expect(lacking(userManager, ['DigitalTwin.list', 'DigitalTwin.write'], '1.2')).toBe('DigitalTwin.write');
    expect(lacking(administrator, ['DigitalTwin.manage', 'all.manage'], '1')).toBeUndefined();
    expect(lacking(administrator, ['super.system.manage'], '1')).toBe('super.system.manage');
    expect(lacking(administrator, ['DigitalTwin.read'], '2')).toBe('DigitalTwin.read');
  });

  it('finds a denial behind a broader permission', () => {
    const partly: Grant[] = [{ scope: '1', permissions: ['all.manage', '!DigitalTwin.read'] }];
    expect(lacking(partly, ['all.manage'], '1')).toBe('all.manage');
    expect(lacking(partly, ['all.read'], '1.2')).toBe('all.read');
    expect(lacking(partly, ['Dashboards.manage'], '1')).toBeUndefined();
  });

  it('counts a denial further down, except for the system administrator', () => {
    const partly: Grant[] = [...administrator, { scope: '1.2.3', permissions: ['!DigitalTwin.read'] }];
    expect(lacking(partly, ['DigitalTwin.read'], '1.2')).toBe('DigitalTwin.read');
    expect(lacking(partly, ['DigitalTwin.read'], '1.4')).toBeUndefined();
    expect(lacking([...partly, ...system], ['DigitalTwin.read'], '1.2')).toBeUndefined();
  });

  it('does not count modules that are off below: they are off for everybody', () => {
    const withModule: Grant[] = [
      ...administrator,
      { scope: '1.2', permissions: ['!IsWarnapp.list'], module: 'warnapp' },
    ];
    expect(lacking(withModule, ['IsWarnapp.read'], '1')).toBeUndefined();
  });
});

describe('coversGrants', () => {
  it('is true for those below or equal', () => {
    expect(coversGrants(administrator, userManager)).toBe(true);
    expect(coversGrants(administrator, administrator)).toBe(true);
    expect(coversGrants(system, administrator)).toBe(true);
    expect(coversGrants(userManager, [])).toBe(true);
  });

  it('is false for those above or beside', () => {
    expect(coversGrants(userManager, administrator)).toBe(false);
    expect(coversGrants(administrator, system)).toBe(false);
    expect(coversGrants([{ scope: '1.2', permissions: ['all.manage'] }], userManager)).toBe(false);
  });

  it('asks for nothing that the other one is denied as well', () => {
    const other: Grant[] = [{ scope: '1', permissions: ['Dashboards.manage', '!Dashboards.write'] }];
    const actor: Grant[] = [{ scope: '1', permissions: ['Dashboards.manage', '!Dashboards.write'] }];
    expect(coversGrants(actor, other)).toBe(true);
    expect(coversGrants(actor, [{ scope: '1', permissions: ['Dashboards.manage'] }])).toBe(false);
    expect(coversGrants([{ scope: '1', permissions: ['!Dashboards.write'] }], other)).toBe(false);
  });
});

describe('for any grants', () => {
  const scopes = ['1', '1.2', '1.2.3', '1.4'];
  const subjects = ['super.system', 'all', 'DigitalTwin', 'Dashboards', 'Foreign'];
  const scope = fc.constantFrom(...scopes);
  const action = fc.constantFrom(...actions, 'open');
  const permission = fc.tuple(fc.constantFrom(...subjects), action).map(([subject, act]) => `${subject}.${act}`);
  const held = fc
    .tuple(fc.integer({ min: 0, max: 2 }), permission)
    .map(([dice, key]) => (dice === 0 ? `!${key}` : key));
  const permissions = fc.array(held, { maxLength: 3 });
  const grant: fc.Arbitrary<Grant> = fc.record({ scope, permissions });
  const grants = fc.array(grant, { maxLength: 3 });
  const module: fc.Arbitrary<Grant> = fc.record({
    scope,
    permissions: fc.constant(actions.map((each) => `!DigitalTwin.${each}`)),
    module: fc.constant('twins'),
  });

  const questions = scopes.flatMap((place) =>
    [...subjects, 'Unheard'].flatMap((subject) =>
      [...actions, 'open'].map((act) => [`${subject}.${act}`, place] as const),
    ),
  );
  /** Everything that the other is allowed but the actor is not. */
  const excess = (actor: readonly Grant[], other: readonly Grant[]) =>
    questions.filter(([key, place]) => decide(other, key, place).allowed && !decide(actor, key, place).allowed);

  it('governs exactly those who are allowed nothing more', () => {
    let governed = 0;
    fc.assert(
      fc.property(grants, grants, (actor, other) => {
        const isCovered = coversGrants(actor, other);
        if (isCovered && excess([], other).length > 0) governed += 1;
        expect(isCovered).toBe(excess(actor, other).length === 0);
      }),
      { numRuns: 6_000 },
    );
    // The property would also hold if the answer were always false, so some cases must be true.
    expect(governed).toBeGreaterThan(100);
  });

  it('lets modules that are off make nobody differ', () => {
    fc.assert(
      fc.property(grants, grants, fc.array(module, { maxLength: 2 }), (actor, other, off) => {
        fc.pre(coversGrants([...actor, ...off], other));
        expect(excess([...actor, ...off], [...other, ...off])).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lets no change of a role make somebody outgrow the one who makes it', () => {
    const change = fc.record({ scope, before: permissions, after: permissions });
    let made = 0;
    fc.assert(
      fc.property(grants, grants, change, (actor, rest, { scope: at, before, after }) => {
        const user = (role: string[]) => [...rest, { scope: at, permissions: role }];
        if (!coversGrants(actor, user(before)) || lacking(actor, widening(before, after), at) !== undefined) return;
        made += 1;
        expect(excess(actor, user(after))).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
    expect(made).toBeGreaterThan(500);
  });
});
