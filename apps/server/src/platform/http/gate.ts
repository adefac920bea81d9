import {
  type IdList,
  idFields,
  idFromText,
  isId,
  isTooLong,
  type NounName,
  valuesAt,
} from '@stellwerk/contract/core/id';
import {
  anyOf,
  type Permission,
  type PermissionRule,
  permissionsIn,
  satisfies,
  splitPermission,
} from '@stellwerk/contract/core/permission';
import type { Route } from '@stellwerk/contract/core/route';
import { fail } from '../errors/app-error.ts';
import { decide, holdsSomewhere } from '../policy/policy.ts';
import type { Actor, Ctx, PublicCtx } from './ctx.ts';
import type { NounGuard, OwnedGuard, ScopedGuard, SeenGuard } from './nouns.ts';

interface Field {
  part: 'params' | 'query' | 'body';
  path: string[];
  guard: NounGuard;
  lists: IdList[];
}

export type Parts = Record<Field['part'], unknown>;

declare const checked: unique symbol;
/** The input of a handler after guards have confirmed every id in it. Only the gate creates these values. */
export type Checked<T> = T & { readonly [checked]: true };

/** The ids that the guards have confirmed for one request, with the path of their scope where the guard knows it. */
export type CheckedIds = Map<NounName, Map<number, string | undefined>>;

/** Foreign and missing objects get the same error, so that callers cannot tell them apart. */
function failNotFound({ noun, notFound }: NounGuard, options: { internal?: string } = {}): never {
  return notFound ? fail(notFound, {}, options) : fail('OBJECT_NOT_FOUND', { noun }, options);
}

/** Names the first permission that is missing, not the first one of the rule. */
function denied(rule: PermissionRule, isHeld: (permission: Permission) => boolean): never {
  const parts = typeof rule !== 'string' && 'and' in rule ? rule.and : [rule];
  const missing = parts.find((part) => !satisfies(part, isHeld)) ?? rule;
  const { subject, action } = splitPermission(permissionsIn(missing)[0] ?? '');
  return fail('PERMISSION_DENIED', { subject, action });
}

/** Fields with more ids than this are checked only after the schema has accepted the rest of the request. */
const maxEarlyIds = 1_000;

/** PostgreSQL accepts at most 65,535 parameters in a statement. */
const idsAtOnce = 10_000;

/** The objects that the caller may access without a permission. */
async function ownIds({ db, actor }: Ctx, guard: ScopedGuard, ids: number[]): Promise<ReadonlySet<number>> {
  const owners = await guard.ownersOf?.(db, ids);
  const own = new Set(ids.filter((id) => owners?.get(id) === actor.userId));
  if (!actor.isNarrowed || guard.keysOf === 'all') return own;
  const keys = await guard.keysOf?.(db, [...own]);
  return new Set([...own].filter((id) => keys?.get(id) === actor.apiKeyId));
}

async function checkScoped(
  ctx: Ctx,
  guard: ScopedGuard,
  ids: number[],
  { permission: rule = 'login', narrowed }: Route,
) {
  const scopes = await guard.scopesOf(ctx.db, ids);
  const own = rule === 'login' ? await ownIds(ctx, guard, ids) : undefined;
  const narrow = narrowed ? guard.narrowed : undefined;
  const counted = await narrow?.ids(ctx.db, ids);
  const counts = (permission: Permission, id: number) =>
    !narrow || splitPermission(permission).subject !== narrow.subject || counted?.has(id) === true;
  const heldAt = (id: number, scope: string) => (permission: Permission) =>
    counts(permission, id) && decide(ctx.actor.grants, permission, scope).allowed;
  const seenWith = narrow ? anyOf(guard.seenWith, `${narrow.subject}.read`) : guard.seenWith;
  for (const id of ids) {
    const scope = scopes.get(id);
    if (scope === undefined) return failNotFound(guard);
    if (own?.has(id)) continue;
    const isHeld = heldAt(id, scope);
    if (satisfies(rule === 'login' ? seenWith : rule, isHeld)) continue;
    if (rule !== 'login' && satisfies(seenWith, isHeld)) denied(rule, isHeld);
    failNotFound(guard);
  }
  return scopes;
}

async function checkOwned(ctx: Ctx, guard: OwnedGuard, ids: number[]) {
  const owners = await guard.ownersOf(ctx.db, ids);
  if (ids.some((id) => owners.get(id) !== ctx.actor.userId)) failNotFound(guard);
}

async function checkSeen(ctx: Ctx, guard: SeenGuard, ids: number[]) {
  const seen = await guard.seenBy(ctx.db, ctx.actor, ids);
  if (ids.some((id) => !seen.has(id))) failNotFound(guard);
}

interface Gate {
  /** Checks whether the caller may use this route at all, before any object is loaded. */
  admit(actor: Actor | undefined): void;
  /**
   * Checks the ids in the raw request, so that a foreign object results in 404 even if other parts of it are invalid.
   * The schema rejects malformed ids and lists over their limit, so no object is loaded for those.
   */
  checkNamed(ctx: Ctx, raw: Parts): Promise<CheckedIds>;
  /** Checks the parsed values: ids that `checkNamed` did not see, and values that should be ids but are not. */
  checkParsed(ctx: PublicCtx, parsed: Parts, known: CheckedIds): Promise<Checked<Parts>>;
}

/** Builds the gate of a route; throws for routes whose declaration could let anyone through. */
export function createGate(route: Route, guards: ReadonlyMap<NounName, NounGuard>): Gate {
  const name = `${route.method} ${route.path}`;
  if (!route.permission && !route.public) throw new Error(`${name} declares neither a permission nor public`);
  if (route.permission && route.public) throw new Error(`${name} declares both a permission and public`);
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return (schema ? idFields(schema) : []).map(({ path, noun, lists }): Field => {
      if (noun === undefined) throw new Error(`${name}: ${part}.${path.join('.')} is an id without idOf`);
      const endless = lists.find(({ max }) => max === undefined);
      if (endless) throw new Error(`${name}: ${[part, ...endless.path].join('.')} is a list of ids without a limit`);
      const guard = guards.get(noun);
      if (!guard) throw new Error(`${name}: no guard is registered for the noun ${noun}`);
      return { part, path, guard, lists };
    });
  });
  const rule = route.permission;

  async function confirm(ctx: Ctx, guard: NounGuard, named: readonly number[], known: CheckedIds): Promise<void> {
    if (!rule) return;
    const confirmed: Map<number, string | undefined> = known.get(guard.noun) ?? new Map();
    const unknown = [...new Set(named)].filter((id) => !confirmed.has(id));
    for (let start = 0; start < unknown.length; start += idsAtOnce) {
      const ids = unknown.slice(start, start + idsAtOnce);
      let scopes: ReadonlyMap<number, string> | undefined;
      if (guard.scopesOf) scopes = await checkScoped(ctx, guard, ids, route);
      else if (guard.ownersOf) await checkOwned(ctx, guard, ids);
      else await checkSeen(ctx, guard, ids);
      for (const id of ids) confirmed.set(id, scopes?.get(id));
    }
    known.set(guard.noun, confirmed);
  }

  return {
    admit(actor) {
      if (!rule) return;
      if (!actor) fail('AUTH_TOKEN_NOT_FOUND');
      const isHeld = (permission: Permission) => holdsSomewhere(actor.grants, permission);
      if (rule !== 'login' && !satisfies(rule, isHeld)) denied(rule, isHeld);
    },
    async checkNamed(ctx, raw) {
      const known: CheckedIds = new Map();
      if (route.crossAccount) return known;
      if (fields.some(({ part, lists }) => lists.some((list) => isTooLong(raw[part], list)))) return known;
      for (const { part, path, guard } of fields) {
        const values = valuesAt(raw[part], path);
        if (values.length > maxEarlyIds) continue;
        const idOf = (value: unknown) => (part === 'body' ? value : idFromText(value));
        await confirm(ctx, guard, values.map(idOf).filter(isId), known);
      }
      return known;
    },
    async checkParsed({ actor, ...ctx }, parsed, known) {
      if (rule && !route.crossAccount) {
        if (!actor) fail('AUTH_TOKEN_NOT_FOUND');
        for (const { part, path, guard } of fields) {
          const values = valuesAt(parsed[part], path).filter((value) => value !== null && value !== undefined);
          if (!values.every(isId)) failNotFound(guard, { internal: `${name}: ${part}.${path.join('.')} is no id` });
          await confirm({ ...ctx, actor }, guard, values.filter(isId), known);
        }
      }
      // Every id in these values is confirmed or the route needs no guards, but the compiler cannot infer that.
      return parsed as Checked<Parts>;
    },
  };
}
