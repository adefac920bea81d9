import pg from 'pg';

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: boolean | Error) => void,
) => void;

/**
 * A pool that takes a connection back twice. The worker library does so with the one on which it listens, when that
 * breaks in the moment in which its workers end; the error about it would reach nobody and end the process.
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
        // There is none where no connection could be had, as after the end of the pool.
        done?.(broken);
      });
    });
  }
}
