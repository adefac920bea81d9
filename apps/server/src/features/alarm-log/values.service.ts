import type { AlarmRow } from '@stellwerk/contract/alarm';
import { readsStates } from '@stellwerk/contract/state';
import { z } from 'zod';
import { readNewest } from '../../ingest/newest/index.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { findNamedStates } from '../rules/index.ts';
import { mayHere } from '../twins/index.ts';
import type { FoundAlarm } from './row.store.ts';

const raised = z.object({ values: z.array(z.object({ stateId: z.int(), value: z.json() })).catch([]) });

/** The values that raised each alarm and the current ones, of states that the caller may read. */
export async function valuesOfAlarms(ctx: Ctx, rows: readonly FoundAlarm[]): Promise<Map<number, AlarmRow['values']>> {
  const byAlarm = new Map(rows.map(({ id, evidence }) => [id, raised.safeParse(evidence).data?.values ?? []]));
  const ids = new Set([...byAlarm.values()].flat().map(({ stateId }) => stateId));
  if (ids.size === 0) return new Map();
  const states = await findNamedStates(ctx.db, ids);
  const newest = await readNewest(ctx.db, [...ids]);
  const shown = (values: readonly { stateId: number; value: AlarmRow['values'][number]['raised'] }[]) =>
    values.flatMap(({ stateId, value }) => {
      const state = states.get(stateId);
      if (!state || !mayHere(ctx.actor, [readsStates, 'VirtualDevice.read'], state)) return [];
      const now = newest.get(stateId);
      return [
        {
          ...{ title: state.title, unit: state.unit ?? '', raised: value, now: now?.value ?? null },
          at: now?.measuredAt?.toISOString() ?? null,
        },
      ];
    });
  return new Map([...byAlarm].map(([id, values]) => [id, shown(values)]));
}
