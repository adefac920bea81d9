import type { Grant } from '../../apps/server/src/platform/policy/policy.ts';
import { builtInPermissions } from '../../packages/contract/src/permission-catalogue.ts';

export const scopeCount = 10_000;
export const roleCount = 50;

/** Seeded, so that all runs measure the same tree. */
export function createDice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
export type Dice = ReturnType<typeof createDice>;

/** 10,000 scopes, each below an earlier one, at most eight deep. */
export function growTree(dice: Dice): string[] {
  const paths = ['1'];
  while (paths.length < scopeCount) {
    const parent = paths[dice(paths.length)] ?? '1';
    if (parent.split('.').length < 8) paths.push(`${parent}.${paths.length + 1}`);
  }
  return paths;
}

export const permissions = builtInPermissions.map(({ name }) => name).filter((name) => name !== 'super.system.manage');

/** A user with 50 roles of eight permissions each, spread over the tree; every tenth permission is a denial. */
export const dealRoles = (dice: Dice, paths: readonly string[]): Grant[] =>
  Array.from({ length: roleCount }, (_, roleId) => ({
    roleId,
    scope: paths[dice(paths.length)] ?? '1',
    permissions: Array.from({ length: 8 }, () => {
      const permission = permissions[dice(permissions.length)] ?? 'all.read';
      return dice(10) === 0 ? `!${permission}` : permission;
    }),
  }));
