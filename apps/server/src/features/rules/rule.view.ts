import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inTwin } from '../twins/index.ts';
import { rules } from './rule.table.ts';

/** The columns of rules that other features may read and join. */
export const ruleView = new QueryBuilder()
  .select({ id: rules.id, twinId: rules.twinId, title: rules.title, active: rules.active })
  .from(rules)
  .as('rule');

export const scopedRules = inTwin(rules, rules);
