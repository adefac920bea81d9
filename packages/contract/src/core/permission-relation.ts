import { splitPermission } from './permission.ts';

/** Grants everything in its scope and below, and is never denied. */
export const systemKey = 'super.system.manage';

/** Actions implied by an action: manage => write, create, read, list; write => read; read => list. */
const implied: Readonly<Record<string, readonly string[]>> = {
  manage: ['manage', 'write', 'create', 'read', 'list'],
  write: ['write', 'read', 'list'],
  read: ['read', 'list'],
};
const implies = (held: string, wanted: string): boolean =>
  held === wanted || (implied[held]?.includes(wanted) ?? false);

type Split = ReturnType<typeof splitPermission>;

function gives(have: Split, want: Split): boolean {
  if (have.subject === want.subject) return implies(have.action, want.action);
  // Only the system subject itself grants it; all.manage also covers special actions (impersonate).
  if (have.subject !== 'all' || want.subject === 'super.system') return false;
  return have.action === 'manage' || implies(have.action, want.action);
}

function forbids(not: Split, want: Split): boolean {
  if (want.subject === 'super.system') return false;
  return (not.subject === want.subject || not.subject === 'all') && implies(want.action, not.action);
}

export type Effect = 'grants' | 'denies' | 'none';

function effect(held: string, want: Split): Effect {
  if (held === systemKey) return 'grants';
  if (held.startsWith('!')) return forbids(splitPermission(held.slice(1)), want) ? 'denies' : 'none';
  return gives(splitPermission(held), want) ? 'grants' : 'none';
}

/**
 * Each decision looks at many permissions, so parsed ones are cached; callers may ask for arbitrary ones, so the cache
 * is bounded.
 */
const known = new Map<string, (held: string) => Effect>();
const mostKnown = 1_000;

/** The effect of a held permission on a wanted one. A denied permission also denies every action that implies it. */
export function effectsOn(wanted: string): (held: string) => Effect {
  const found = known.get(wanted);
  if (found) return found;
  const want = splitPermission(wanted);
  const effects = new Map<string, Effect>();
  const effectOf = (held: string): Effect => {
    const before = effects.get(held);
    if (before !== undefined) return before;
    if (effects.size >= mostKnown) effects.clear();
    const fresh = effect(held, want);
    effects.set(held, fresh);
    return fresh;
  };
  if (known.size >= mostKnown) known.clear();
  known.set(wanted, effectOf);
  return effectOf;
}

/** Whether holding one permission grants the other. */
export const grants = (held: string, wanted: string): boolean => effectsOn(wanted)(held) === 'grants';
