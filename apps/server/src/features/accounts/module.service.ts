import { type AccountModule, type ModuleDefinition, type ModuleId, modules } from '@stellwerk/contract/module';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { isSystemAdministrator, maySeeAccount } from './account.policy.ts';
import type { AccountService } from './account.service.ts';
import { rolesOfModule } from './default-role.service.ts';
import { findDefaultRoles } from './default-role.store.ts';
import { findOffSwitches, switchOff, switchOn } from './module.store.ts';

const isSystemOnly = (module: ModuleDefinition) => module.systemOnly === true;

export function createModuleService({ accounts }: { accounts: Pick<AccountService, 'placeOf'> }) {
  async function list(ctx: Ctx, accountId: number): Promise<AccountModule[]> {
    const { grants } = ctx.actor;
    const { path } = await accounts.placeOf(ctx, accountId);
    const [off, roles] = [await findOffSwitches(ctx.db, accountId), await findDefaultRoles(ctx.db, accountId)];
    return modules.map((module): AccountModule => {
      const switches = off.filter((entry) => entry.module === module.id);
      const above = switches.find(({ id }) => id !== accountId);
      const mayToggle = !isSystemOnly(module) || isSystemAdministrator(grants, path);
      return {
        id: module.id,
        subjects: [...module.subjects],
        active: switches.length === 0,
        inactiveAbove: above !== undefined,
        inactiveAt: above && maySeeAccount(grants, above.path) ? { id: above.id, name: above.name } : null,
        roles: rolesOfModule(roles, module.id),
        abilities: { toggle: mayToggle && above === undefined },
      };
    });
  }

  async function find(ctx: Ctx, accountId: number, id: ModuleId): Promise<AccountModule> {
    const found = (await list(ctx, accountId)).find((module) => module.id === id);
    if (!found) throw new Error(`there is no module ${id}`);
    return found;
  }

  return {
    list,

    async toggle(ctx: Ctx, accountId: number, change: { id: ModuleId; active: boolean }): Promise<AccountModule> {
      const { path } = await accounts.placeOf(ctx, accountId);
      const definition = modules.find(({ id }) => id === change.id);
      if (definition && isSystemOnly(definition) && !isSystemAdministrator(ctx.actor.grants, path)) {
        fail('PERMISSION_DENIED', { subject: 'super.system', action: 'manage' });
      }
      const before = await find(ctx, accountId, change.id);
      if (change.active && before.inactiveAbove) fail('MODULE_INACTIVE_ABOVE');
      ctx.activity.details = { module: change.id, active: change.active };
      if (change.active) await switchOn(ctx.db, accountId, change.id);
      else await switchOff(ctx.db, { id: accountId, path }, change.id);
      return find(ctx, accountId, change.id);
    },
  };
}
export type ModuleService = ReturnType<typeof createModuleService>;
