import type { StateRow } from '@stellwerk/contract/state';
import type { Ctx } from '../../platform/http/ctx.ts';
import { findListedStates, type StateList } from './state-list.store.ts';
import { currentValueOf } from './wire.ts';

type ListedState = Awaited<ReturnType<typeof findListedStates>>['rows'][number];

const toRow = (row: ListedState): StateRow => ({
  id: row.id,
  key: row.key,
  title: row.title,
  unit: row.unit,
  icon: row.icon,
  source: row.source,
  valueType: row.valueType,
  decimals: row.decimals,
  validSeconds: row.validSeconds,
  ...currentValueOf(row),
  dtwin: {
    id: row.twinId,
    title: row.twinTitle,
    type: row.twinType,
    category: row.category,
    tenantId: row.accountId,
    tenantName: row.accountName,
  },
});

export async function listStates(ctx: Ctx, query: StateList) {
  const { rows, ...total } = await findListedStates(ctx.db, ctx.actor, query);
  return { data: rows.map(toRow), ...total, offset: query.offset, limit: query.limit };
}
