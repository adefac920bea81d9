import type { newRule, Rule } from '@stellwerk/contract/access';
import { actions, subjects } from '@stellwerk/contract/core/permission';
import { builtInPermissions } from '@stellwerk/contract/permission-catalogue';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { type FoundRule, findRules, insertRule } from './rule.store.ts';

const nameOf = ({ subject, action }: { subject: string; action: string }) => `${subject}.${action}`;

const builtIn: readonly Rule[] = builtInPermissions.map((rule) => ({ ...rule, description: '', builtIn: true }));

const toWire = (rule: FoundRule): Rule => ({
  name: nameOf(rule),
  subject: rule.subject,
  action: rule.action,
  description: rule.description,
  module: null,
  builtIn: false,
});

/** Reserved: a rule of an external system with the name of a platform permission would be granted with it. */
const own = new Set(subjects.flatMap((subject) => actions.map((action) => nameOf({ subject, action }).toLowerCase())));

/** The names of all permissions that a role can hold. */
export async function knownPermissions(db: Db): Promise<Set<string>> {
  return new Set([...builtIn.map(({ name }) => name), ...(await findRules(db)).map(nameOf)]);
}

export const createRuleService = () => ({
  list: async (ctx: Ctx): Promise<Rule[]> => [...builtIn, ...(await findRules(ctx.db)).map(toWire)],

  async create(ctx: Ctx, { subject, action, description }: z.output<typeof newRule>): Promise<Rule> {
    const name = nameOf({ subject, action });
    const created = own.has(name.toLowerCase())
      ? undefined
      : await insertRule(ctx.db, { subject, action, description });
    if (!created) return fail('ABAC_RULE_CREATE_DUPLICATE_NAME', { name });
    ctx.activity.details = { name };
    return toWire(created);
  },
});
export type RuleService = ReturnType<typeof createRuleService>;
