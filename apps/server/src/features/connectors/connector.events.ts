import type { ConnectorState } from '@stellwerk/contract/connector';
import { idFromText } from '@stellwerk/contract/core/id';
import type { Db } from '../../platform/db/db.ts';
import { defineTopic, type TopicKind } from '../../platform/live/define-topic.ts';
import type { Live } from '../../platform/live/live.ts';
import { may } from '../../platform/tenancy/may.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedConnectors } from './connector.view.ts';

/** `connector/{id}` follows the state of one connector. */
export function connectorTopics(db: Db): TopicKind[] {
  return [
    defineTopic({
      pattern: 'connector/{id}',
      async authorise(actor, params) {
        const id = idFromText(params.id);
        const scope = id === undefined ? undefined : (await scopesOf(scopedConnectors)(db, [id])).get(id);
        return scope !== undefined && may(actor, 'all.manage', scope);
      },
    }),
  ];
}

const clientCountsEveryMs = 1_000;

/** Publishes numbers of clients, at most once a second for each connector. */
export function createClientCountNews(live: Pick<Live, 'publish'>, countOf: (id: number) => number | null) {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  function publish(): void {
    timer = undefined;
    for (const id of changed) live.publish(`connector/${id}`, { id, clientCount: countOf(id) });
    changed.clear();
  }
  return {
    note(id: number): void {
      changed.add(id);
      timer ??= setTimeout(publish, clientCountsEveryMs);
    },
    stop: () => clearTimeout(timer),
  };
}

export const publishState = (live: Pick<Live, 'publish'>, id: number, state: ConnectorState): void =>
  live.publish(`connector/${id}`, { id, state });
