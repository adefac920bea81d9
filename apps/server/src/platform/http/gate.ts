import { idFields, type NounName, valuesAt } from '@stellwerk/contract/core/id';
import { type PermissionRule, permissionsIn, satisfies, splitPermission } from '@stellwerk/contract/core/permission';
import type { Route } from '@stellwerk/contract/core/route';
import { fail } from '../errors/app-error.ts';
import { decide, holdsSomewhere } from '../policy/policy.ts';
import type { Actor, Ctx } from './ctx.ts';
import type { NounGuard, OwnedGuard, ScopedGuard, SeenGuard } from './nouns.ts';

interface Field {
  part: 'params' | 'query' | 'body';
  path: string[];
  guard: NounGuard;
}

export type Parts = Record<Field['part'], unknown>;

function denied(rule: PermissionRule): never {
  const { subject, action } = splitPermission(permissionsIn(rule)[0] ?? '');
  return fail('PERMISSION_DENIED', { subject, action });
}

/** The ids of a request in the order of their fields; malformed ones are left to the validation. */
function idsAt(parts: Parts, field: Field): number[] {
  return valuesAt(parts[field.part], field.path)
    .map((value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value))
    .filter((value): value is number => Number.isSafeInteger(value));
}

/** Whoever names more than the schema allows gets here first, and a statement takes 65,535 parameters. */
const idsAtOnce = 10_000;

async function checkScoped(ctx: Ctx, guard: ScopedGuard, ids: number[], rule: PermissionRule | 'login') {
  const scopes = await guard.scopesOf(ctx.db, ids);
  const owners = rule === 'login' ? await guard.ownersOf?.(ctx.db, ids) : undefined;
  const at = (wanted: PermissionRule, scope: string) =>
    satisfies(wanted, (permission) => decide(ctx.actor.grants, permission, scope).allowed);
  for (const id of ids) {
    const scope = scopes.get(id);
    if (scope === undefined) return fail(guard.notFound);
    if (owners?.get(id) === ctx.actor.userId || at(rule === 'login' ? guard.seenWith : rule, scope)) continue;
    if (rule !== 'login' && at(guard.seenWith, scope)) denied(rule);
    fail(guard.notFound);
  }
}

async function checkOwned(ctx: Ctx, guard: OwnedGuard, ids: number[]) {
  const owners = await guard.ownersOf(ctx.db, ids);
  if (ids.some((id) => owners.get(id) !== ctx.actor.userId)) fail(guard.notFound);
}

async function checkSeen(ctx: Ctx, guard: SeenGuard, ids: number[]) {
  const seen = await guard.seenBy(ctx.db, ctx.actor, ids);
  if (ids.some((id) => !seen.has(id))) fail(guard.notFound);
}

export interface Gate {
  /** May the caller use this route at all? Asked before any object is looked at. */
  admit(actor: Actor | undefined): void;
  /** May the caller touch each object that the request names? */
  checkObjects(ctx: Ctx, parts: Parts): Promise<void>;
}

/** Builds the gate of a route, and refuses routes that could let anyone through. */
export function createGate(route: Route, guards: ReadonlyMap<NounName, NounGuard>): Gate {
  const name = `${route.method} ${route.path}`;
  if (!route.permission && !route.public) throw new Error(`${name} declares neither a permission nor public`);
  if (route.permission && route.public) throw new Error(`${name} declares both a permission and public`);
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return (schema ? idFields(schema) : []).map(({ path, noun }): Field => {
      if (noun === undefined) throw new Error(`${name}: ${part}.${path.join('.')} is an id without idOf`);
      const guard = guards.get(noun);
      if (!guard) throw new Error(`${name}: no guard is registered for the noun ${noun}`);
      return { part, path, guard };
    });
  });
  const rule = route.permission;
  return {
    admit(actor) {
      if (!rule) return;
      if (!actor) fail('AUTH_TOKEN_NOT_FOUND');
      if (rule !== 'login' && !satisfies(rule, (permission) => holdsSomewhere(actor.grants, permission))) denied(rule);
    },
    async checkObjects(ctx, parts) {
      if (!rule || route.crossAccount) return;
      for (const field of fields) {
        const every = [...new Set(idsAt(parts, field))];
        for (let start = 0; start < every.length; start += idsAtOnce) {
          const ids = every.slice(start, start + idsAtOnce);
          if (field.guard.scopesOf) await checkScoped(ctx, field.guard, ids, rule);
          else if (field.guard.ownersOf) await checkOwned(ctx, field.guard, ids);
          else await checkSeen(ctx, field.guard, ids);
        }
      }
    },
  };
}
