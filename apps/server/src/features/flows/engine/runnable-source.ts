import type { Db } from '../../../platform/db/db.ts';
import type { Sandbox } from '../../../platform/sandbox/sandbox.ts';
import { type Chain, compileChain } from '../chain/chain.ts';
import type { FoundParts } from '../flow-part.store.ts';
import { readParts } from '../flow-part.store.ts';
import { type RunnableFlow, readRunnable } from './flow-source.store.ts';

export interface ReadyFlow {
  active: boolean;
  accountId: number;
  chain: Chain;
  shadow: { chain: Chain; endsAtMs: number } | undefined;
}

export interface RunnableSource {
  /** The present version of a flow; undefined if it was deleted. */
  find(db: Db, flowId: number): Promise<ReadyFlow | undefined>;
}

const mostKept = 1_000;

/** Differs after every change of the flow and its parts. */
const markOf = (flow: RunnableFlow, { filters, transformers }: FoundParts): string =>
  [
    flow.revision,
    ...[...filters.values(), ...transformers.values()].map(({ id, revision }) => `${id}:${revision}`),
  ].join(' ');

/** Reads a flow for each batch, and compiles it again only if it has changed. */
export function createRunnableSource({ sandbox }: { sandbox: Pick<Sandbox, 'runBatch'> }): RunnableSource {
  const known = new Map<number, { mark: string; ready: ReadyFlow }>();
  return {
    async find(db, flowId) {
      const [flow] = await readRunnable(db, [flowId]);
      if (!flow) {
        known.delete(flowId);
        return undefined;
      }
      const { active, accountId, steps, shadow } = flow;
      const parts = await readParts(db, [...steps, ...(shadow?.steps ?? [])]);
      const mark = markOf(flow, parts);
      const before = known.get(flowId);
      if (before?.mark === mark) return before.ready;
      const ready: ReadyFlow = {
        ...{ active, accountId, chain: compileChain(sandbox, steps, parts) },
        shadow: shadow
          ? { chain: compileChain(sandbox, shadow.steps, parts), endsAtMs: Date.parse(shadow.endsAt) }
          : undefined,
      };
      known.delete(flowId);
      known.set(flowId, { mark, ready });
      for (const oldest of known.keys()) if (known.size > mostKept) known.delete(oldest);
      return ready;
    },
  };
}
