import type { DeviceFilter } from '@stellwerk/contract/device';
import { writesRules } from '@stellwerk/contract/rule';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { visible } from '../../../platform/policy/visible.ts';
import { type Scoped, scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { visibleDevices } from '../../devices/index.ts';
import { twinView } from '../../twins/index.ts';
import { rules, sharedRuleGaps } from '../rule.table.ts';
import { removeCopies, type SharedRule } from './shared-rule.store.ts';

const allTwins: Scoped = { id: twinView.id, tables: sql`${twinView}`, scopePath: twinView.scopePath };

interface Membership {
  actor: Pick<Actor, 'userId' | 'grants'>;
  /** The filter of the smart group, if the target is one. */
  filter: Partial<DeviceFilter> | undefined;
}

/** The twins of the target whose rules the author may change: a query with the column `id`. */
function members({ accountId, tag, category }: SharedRule, { actor, filter }: Membership): SQL {
  if (filter) {
    const { id, every } = visibleDevices(actor, filter).where(visible(actor.grants, writesRules, twinView.scopePath));
    return sql`select ${id} as id ${every}`;
  }
  const permission = category === 'virtualDevice' ? writesRules : 'DigitalTwin.write';
  const { id, every } = scopedFrom(allTwins, actor, permission).where(
    eq(twinView.accountId, accountId),
    eq(twinView.category, category),
    sql`${twinView.tags} @> array[${tag}]::text[]`,
  );
  return sql`select ${id} as id ${every}`;
}

export interface MemberWork {
  /** Twins without a copy, and copies of an older revision. */
  write: { twinId: number; ruleId: number | null }[];
  /** Copies on twins that don't belong to the target any more. */
  removeIds: number[];
}

interface Model {
  id: number;
  twinId: number;
  revision: number;
}

/** Compares the copies of a shared rule with the twins of its target; finds at most `limit` of each. */
export async function findMemberWork(
  db: Db,
  shared: SharedRule,
  { model, limit, ...membership }: Membership & { model: Model; limit: number },
): Promise<MemberWork> {
  const { rows } = await db.execute<{ twinId: number; ruleId: number | null; isMember: boolean }>(sql`
    with member as materialized (${members(shared, membership)}),
    copy as (select id, twin_id, model_revision from ${rules}
      where shared_rule_id = ${shared.id} and model_revision is not null)
    (select member.id as "twinId", copy.id as "ruleId", true as "isMember"
      from member left join copy on copy.twin_id = member.id
      where member.id <> ${model.twinId} and copy.model_revision is distinct from ${model.revision}
        and not exists (select from ${sharedRuleGaps} gap
          where gap.shared_rule_id = ${shared.id} and gap.twin_id = member.id)
      order by member.id limit ${limit})
    union all
    (select copy.twin_id, copy.id, false from copy
      where copy.twin_id not in (select id from member) order by copy.id limit ${limit})`);
  const [kept, gone] = [rows.filter(({ isMember }) => isMember), rows.filter(({ isMember }) => !isMember)];
  return {
    write: kept.map(({ twinId, ruleId }) => ({
      twinId: Number(twinId),
      ruleId: ruleId === null ? null : Number(ruleId),
    })),
    removeIds: gone.flatMap(({ ruleId }) => (ruleId === null ? [] : [Number(ruleId)])),
  };
}

export async function removeCopiesOf(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await removeCopies(db, sql`select unnest(${sql.param([...ids])}::bigint[])`);
}

/** Connects a written rule with the revision of the model that it follows. */
export async function markCopy(db: Db, ruleId: number, of: { sharedRuleId: number; revision: number }): Promise<void> {
  await db.update(rules).set({ sharedRuleId: of.sharedRuleId, modelRevision: of.revision }).where(eq(rules.id, ruleId));
}
