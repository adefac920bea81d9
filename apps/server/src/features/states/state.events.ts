import { idFromText } from '@stellwerk/contract/core/id';
import { readsStates, type ValueChanges } from '@stellwerk/contract/state';
import type { Db } from '../../platform/db/db.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import { seenFrom, visibleIds } from '../../platform/tenancy/scoped-from.ts';
import { scopedTwins, seenHere, twins } from '../twins/index.ts';
import type { AppliedValue } from './engine/value.ts';
import { currentValueOf } from './state-mapper.ts';

/** The topic `twin/{id}/values` publishes the newest values of a twin to users who may read its states. */
export const stateTopics = (db: Db): TopicKind[] => [
  defineTopic({
    pattern: 'twin/{id}/values',
    async authorise(actor, params) {
      const id = idFromText(params.id);
      if (id === undefined) return false;
      return (
        await visibleIds(
          db,
          seenFrom(
            scopedTwins,
            seenHere(actor, readsStates, { scopePath: scopedTwins.scopePath, category: twins.category }),
          ),
          [id],
        )
      ).has(id);
    },
  }),
];

type Publisher = Pick<Live, 'publish'> & Partial<Pick<Live, 'isHeard'>>;

/** To be called after the values are committed: publishes one message per twin, with the last value of each state. */
export function publishApplied(live: Publisher, applied: readonly AppliedValue[]): void {
  const byTwin = new Map<number, Map<number, AppliedValue> | null>();
  for (const value of applied) {
    if (!value.isNewest) continue;
    let last = byTwin.get(value.twinId);
    if (last === undefined) {
      last = (live.isHeard?.(`twin/${value.twinId}/values`) ?? true) ? new Map() : null;
      byTwin.set(value.twinId, last);
    }
    last?.set(value.stateId, value);
  }
  for (const [id, last] of byTwin) {
    if (!last) continue;
    const changes: ValueChanges = [...last.values()].map((value) => ({
      stateId: value.stateId,
      key: value.key,
      ...currentValueOf(value),
    }));
    live.publish(`twin/${id}/values`, changes);
  }
}
