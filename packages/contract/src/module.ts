import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import type { Subject } from './core/permission.ts';
import { defineRoute } from './core/route.ts';

export interface ModuleDefinition {
  readonly id: string;
  readonly subjects: readonly Subject[];
  /** Can only be switched by system administrators. */
  readonly systemOnly?: true;
}

/** Parts of the product that can be switched off per account. A module that is off is also off in all sub-accounts. */
export const modules = [
  { id: 'warnapp', subjects: ['IsWarnapp'] },
  { id: 'assetmgmt', subjects: ['IsAssetMgmt'] },
  { id: 'fm-ticket', subjects: ['IsFmTicket'] },
  { id: 'fm-access', subjects: ['IsFmAccess'] },
  { id: 'iot-hub', subjects: ['IotHub'], systemOnly: true },
  /** Public links to twins. */
  { id: 'twin-sharing', subjects: [] },
  { id: 'metrics-history', subjects: ['InfluxDB'], systemOnly: true },
] as const satisfies readonly ModuleDefinition[];

export type ModuleId = (typeof modules)[number]['id'];
export const moduleIds = modules.map(({ id }) => id);
export const moduleId = z.enum(moduleIds);

export const moduleOf = (subject: string): ModuleId | undefined =>
  modules.find(({ subjects }) => subjects.some((each) => each === subject))?.id;

export const accountModule = z.object({
  id: moduleId,
  subjects: z.array(z.string()),
  /** On in this account and in every account above. */
  active: z.boolean(),
  /** Off in an account above; it can't be switched on here. */
  inactiveAbove: z.boolean(),
  /** The account above in which the module is off, if the caller may see it. */
  inactiveAt: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Roles that new users of the account get while the module is on. */
  roles: z.array(z.object({ id: z.int(), name: z.string() })),
  abilities: z.object({ toggle: z.boolean() }),
});
export type AccountModule = z.output<typeof accountModule>;

const tag = 'access';

export const listModules = defineRoute({
  method: 'GET',
  path: '/api/v1/acl/modules/tenant/{id}',
  tag,
  summary: 'The modules of an account',
  permission: 'all.manage',
  params: z.object({ id: textIdOf('account') }),
  response: dataOf(z.array(accountModule)),
  errors: ['ACCOUNT_NOT_FOUND'],
});

/** Switching a module off permanently removes its permissions from all roles of the account and its sub-accounts. */
export const toggleModule = defineRoute({
  method: 'POST',
  path: '/api/v1/acl/modules/tenant/{id}/{module}',
  tag,
  summary: 'Switch a module of an account on or off; off removes its permissions from all roles of the account',
  permission: 'all.manage',
  params: z.object({ id: textIdOf('account'), module: moduleId }),
  body: z.object({ active: z.boolean() }),
  response: dataOf(accountModule),
  errors: ['ACCOUNT_NOT_FOUND', 'PERMISSION_DENIED', 'MODULE_INACTIVE_ABOVE'],
});
