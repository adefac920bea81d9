import type { FlowTrigger } from '@stellwerk/contract/flow-event';
import type { Db } from '../../../platform/db/db.ts';
import { createFlowIndex, type FlowIndex } from './flow-index.ts';
import { readMarks, readTriggered } from './flow-source.store.ts';

/** The active flows of accounts, compiled. */
export interface FlowSource {
  /** Whether any account has such flows. */
  hasAny(trigger: FlowTrigger): boolean;
  indexOf(accountId: number): FlowIndex | undefined;
}

export interface FlowCache extends FlowSource {
  /** Reads the flows that have changed, of all accounts or of these. */
  refresh(db: Db, accountIds?: readonly number[]): Promise<void>;
}

/** Flows are read again only if their account has changed them. */
export function createFlowCache(): FlowCache {
  const known = new Map<number, { mark: string; index: FlowIndex }>();
  return {
    async refresh(db, accountIds) {
      const marks = await readMarks(db, accountIds);
      for (const id of accountIds ?? [...known.keys()]) if (!marks.has(id)) known.delete(id);
      for (const [id, mark] of marks) {
        if (known.get(id)?.mark === mark) continue;
        known.set(id, { mark, index: createFlowIndex(await readTriggered(db, id)) });
      }
    },
    hasAny: (trigger) => known.values().some(({ index }) => index.has(trigger)),
    indexOf: (accountId) => known.get(accountId)?.index,
  };
}
