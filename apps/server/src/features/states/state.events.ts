import { satisfies } from '@stellwerk/contract/core/permission';
import { readsStates, type ValueChanges } from '@stellwerk/contract/state';
import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import { decide } from '../../platform/policy/policy.ts';
import type { AppliedValue } from './engine/value.ts';
import { scopeOfTwin } from './guard.store.ts';
import { currentValueOf } from './wire.ts';

const twinId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** `twin/{id}/values` tells the newest values of a twin to those who may read its states. */
export const stateTopics = (db: Db): TopicKind[] => [
  defineTopic({
    pattern: 'twin/{id}/values',
    async authorise(actor, params) {
      const id = twinId.safeParse(params.id);
      const scopePath = id.success ? await scopeOfTwin(db, id.data) : undefined;
      if (scopePath === undefined) return false;
      return satisfies(readsStates, (permission) => decide(actor.grants, permission, scopePath).allowed);
    },
  }),
];

/** To be called once the values are committed: one message a twin, with the last word on each state. */
export function publishApplied(live: Pick<Live, 'publish'>, applied: readonly AppliedValue[]): void {
  const last = new Map<number, AppliedValue>();
  for (const value of applied) if (value.isNewest) last.set(value.stateId, value);
  const byTwin = Map.groupBy(last.values(), (value) => value.twinId);
  for (const [id, values] of byTwin) {
    const changes: ValueChanges = values.map((value) => ({
      stateId: value.stateId,
      key: value.key,
      ...currentValueOf(value),
    }));
    live.publish(`twin/${id}/values`, changes);
  }
}
