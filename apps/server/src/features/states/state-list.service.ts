import type { StateRow } from '@stellwerk/contract/state';
import type { Ctx } from '../../platform/http/ctx.ts';
import { referencesOf } from '../twins/index.ts';
import { findListedStates, type StateList } from './state-list.store.ts';
import { currentValueOf } from './state-mapper.ts';

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

export async function listRouted(ctx: Ctx, query: Omit<StateList, 'sources'>) {
  const { data, ...total } = await listStates(ctx, { ...query, sources: ['datarouting'] });
  const twinIds = new Set(data.map(({ dtwin }) => dtwin.id));
  const references = await referencesOf(ctx.db, [...twinIds]);
  return { data: data.map((row) => ({ ...row, references: references.get(row.dtwin.id) ?? [] })), ...total };
}
