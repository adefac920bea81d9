import pg from 'pg';

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: boolean | Error) => void,
) => void;

/** The version of graphile-worker that the patch was written for; its tests fail when another one is pinned. */
export const patchedVersion = '0.18.0';

/**
 * A pool that ignores the second release of a connection, for graphile-worker 0.18.0.
 *
 * Why: when its `LISTEN` fails while the workers end, graphile-worker releases the listening connection twice
 * (`listenForChanges` in main.js). pg throws at the second release, and that unhandled rejection would end the process.
 *
 * Remove it when graphile-worker releases once: the test "graphile-worker alone" of this file fails then.
 */
export class LenientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): unknown {
    if (!callback) return super.connect();
    return super.connect((error, client, done) => {
      let isDone = false;
      callback(error, client, (broken) => {
        if (isDone) return;
        isDone = true;
        // `done` is undefined if no connection was obtained, for example after the pool has ended.
        done?.(broken);
      });
    });
  }
}
