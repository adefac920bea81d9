import { readsDevices } from '@stellwerk/contract/device';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { stateView, stateViewAs } from '../../states/index.ts';
import { referencesOf, twinView, twinViewAs } from '../../twins/index.ts';
import { devices } from '../device.table.ts';
import { scopedDevices } from '../device.view.ts';

const shown = 200;
const target = twinViewAs('target');
const taken = stateViewAs('taken');

/** Values reach twins in the account of the device and below, as in the routing of arriving packets. */
const reaches = sql`exists (select 1
  from ${accounts} sender join ${scopes} sender_scope on sender_scope.id = sender.scope_id,
    ${accounts} receiver join ${scopes} receiver_scope on receiver_scope.id = receiver.scope_id
  where sender.id = ${twinView.accountId} and receiver.id = ${target.accountId}
    and receiver_scope.path <@ sender_scope.path)`;

interface Found extends Record<string, unknown> {
  id: number;
  title: string;
  externalId: string;
  disabled: boolean;
  targetReference: { name: string; value: string };
  keys: string[];
}

/** The devices that name a reference id of the twin, with the data states that take their values. */
export async function findRoutingDevices(db: Db, actor: Actor, twinId: number): Promise<Found[]> {
  const references = (await referencesOf(db, [twinId])).get(twinId) ?? [];
  if (references.length === 0) return [];
  const named = sql`${sql.param(references.map((each) => JSON.stringify(each)))}::jsonb[]`;
  const { every } = scopedFrom(scopedDevices, actor, readsDevices)
    .join(sql`inner join ${target} on ${target.id} = ${twinId}`)
    .where(sql`${devices.targetReference} = any(${named})`, reaches);
  const keys = sql`array(select ${taken.key} from ${taken}
    where ${taken.twinId} = ${twinId} and ${eq(taken.source, 'datarouting')} and lower(${taken.key}) in
      (select lower(${stateView.key}) from ${stateView} where ${stateView.twinId} = ${devices.twinId})
    order by ${taken.position})`;
  const { rows } = await db.execute<Found>(sql`
    select ${devices.twinId}::int as id, ${twinView.title} as title, ${devices.externalId} as "externalId",
      ${twinView.disabled} as disabled, ${devices.targetReference} as "targetReference", ${keys} as keys
    ${every} order by lower(${twinView.title}), ${devices.twinId} limit ${shown}`);
  return rows;
}
