import { eq, inArray } from 'drizzle-orm';
import { seenFrom } from '../../platform/tenancy/scoped-from.ts';
import type { FavouriteKind } from '../favourites/index.ts';
import { seenHere, twinView } from '../twins/index.ts';
import { openAlarm } from './rule.store.ts';
import { ruleStatus, rules } from './rule.table.ts';
import { scopedRules } from './rule.view.ts';

export const ruleFavourite: FavouriteKind = {
  type: 'rule',
  notFound: 'RULE_NOT_FOUND',
  visibleTo: (actor) => seenFrom(scopedRules, seenHere(actor, 'DigitalTwin.read', twinView)),

  async read(db, ids) {
    const rows = await db
      .select({
        id: rules.id,
        title: rules.title,
        tenantId: twinView.accountId,
        tenantName: twinView.accountName,
        active: rules.active,
        lastResult: ruleStatus.lastResult,
        lastEvaluatedAt: ruleStatus.lastEvaluatedAt,
        lastExecutedAt: ruleStatus.lastExecutedAt,
        openAlarm,
        dtwin: { id: twinView.id, title: twinView.title, category: twinView.category },
      })
      .from(rules)
      .innerJoin(twinView, eq(twinView.id, rules.twinId))
      .leftJoin(ruleStatus, eq(ruleStatus.ruleId, rules.id))
      .where(inArray(rules.id, ids));
    return rows.map((row) => ({
      type: 'rule',
      object: {
        ...row,
        lastEvaluatedAt: row.lastEvaluatedAt?.toISOString() ?? null,
        lastExecutedAt: row.lastExecutedAt?.toISOString() ?? null,
      },
    }));
  },
};
