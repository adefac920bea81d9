import type { FlowEvent } from '@stellwerk/contract/flow-event';
import { flowEvent } from '@stellwerk/contract/flow-event';
import { z } from 'zod';
import { storable } from '../../../platform/db/storable-text.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import type { OutboxEntry } from '../../../platform/outbox/outbox.store.ts';
import type { TriggeredFlow } from './flow-index.ts';

export const flowKind = 'flow';
export const shadowKind = 'flow-shadow';

export const queuedEvent = z.object({
  flowId: z.int(),
  accountId: z.int(),
  /** 0 for shadow runs. */
  connectorId: z.int(),
  event: flowEvent,
});
export type QueuedEvent = z.output<typeof queuedEvent>;

/** Each connector of a flow has its own queue, so that one that is down does not stop the others. */
export const targetOf = (flowId: number, connectorId: number): string => `flow/${flowId}/${connectorId}`;

const unstorable = /\\u0000|\\u[dD][89a-fA-F]/;

function cleaned(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), cleaned(each)]));
}

/** PostgreSQL can't store some characters, which must not fail the packets of others. */
export const storableEvent = ({ meta, value }: FlowEvent): FlowEvent =>
  unstorable.test(JSON.stringify([meta, value]))
    ? {
        meta: Object.fromEntries(Object.entries(meta).map(([name, each]) => [name, cleaned(each)])),
        value: cleaned(value),
      }
    : { meta, value };

/** Entries of the outbox for an event that these flows receive; events with the same key stay in order. */
export function entriesOf(found: readonly TriggeredFlow[], key: string, event: FlowEvent): OutboxEntry[] {
  if (found.length === 0) return [];
  const sent = storableEvent(event);
  const shadowed = new Set<number>();
  const entries: OutboxEntry[] = [];
  for (const { flowId, accountId, connectorIds, isShadow } of found) {
    if (isShadow) shadowed.add(flowId);
    for (const connectorId of isShadow ? [] : connectorIds) {
      const payload: QueuedEvent = { flowId, accountId, connectorId, event: sent };
      entries.push({ target: targetOf(flowId, connectorId), key, kind: flowKind, payload });
    }
  }
  for (const flowId of shadowed) {
    const payload: QueuedEvent = { flowId, accountId: found[0]?.accountId ?? 0, connectorId: 0, event: sent };
    entries.push({ target: targetOf(flowId, 0), key, kind: shadowKind, payload });
  }
  return entries;
}
