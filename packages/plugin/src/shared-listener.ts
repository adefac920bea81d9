import { type ConnectorContext, ConnectorProblem, type Reason } from './connector-server.ts';

/** One listener for all connectors of a kind. */
export interface SharedListener<Member> {
  /** The running connectors, by id. */
  members: ReadonlyMap<number, Member>;
  /** Opens the listener if necessary; rejects with the reason if that fails. */
  join(ctx: Pick<ConnectorContext, 'connector' | 'setState'>, member: Member): Promise<void>;
  leave(connectorId: number): void;
  /** Call it in `open` of the kind: all configured connectors are known. */
  open(): Promise<void>;
  /** Call it in `close` of the kind. */
  close(): Promise<void>;
}

interface Open {
  close(): Promise<void>;
}

const reasonOf = (error: unknown): Reason | undefined => (error instanceof ConnectorProblem ? error.reason : undefined);

/**
 * Opens a listener with the first connector, so that a kind without connectors uses no port. At the start of the server
 * it waits until all connectors are known, because clients of unknown connectors would be refused.
 */
export function createSharedListener<Member>(listen: () => Promise<Open>): SharedListener<Member> {
  const members = new Map<number, Member>();
  const waiting = new Map<number, Pick<ConnectorContext, 'setState'>>();
  let opening: Promise<Open> | undefined;
  let isComplete = false;

  async function openOnce(): Promise<void> {
    opening ??= listen();
    await opening.catch((error: unknown) => {
      // The next connector retries.
      opening = undefined;
      throw error;
    });
  }

  return {
    members,
    async join(ctx, member) {
      const { id } = ctx.connector;
      members.set(id, member);
      if (!isComplete) return void waiting.set(id, ctx);
      await openOnce().catch((error: unknown) => {
        members.delete(id);
        throw error;
      });
    },
    leave(connectorId) {
      members.delete(connectorId);
      waiting.delete(connectorId);
    },
    async open() {
      isComplete = true;
      const joined = [...waiting.values()];
      waiting.clear();
      if (joined.length === 0) return;
      await openOnce().catch((error: unknown) => {
        for (const { setState } of joined) setState('error', reasonOf(error));
      });
    },
    async close() {
      const open = await opening?.catch(() => undefined);
      opening = undefined;
      isComplete = false;
      await open?.close();
    },
  };
}
