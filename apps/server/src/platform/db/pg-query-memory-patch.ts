import type pg from 'pg';

/** The version of pg that the patch was written for; its tests fail when another one is pinned. */
export const patchedVersion = '8.23.1';

/** Gives the error the stack of the caller; the stack of pg ends at the socket that received the response. */
function captureCaller(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

/**
 * Patches `Client.query` of pg 8.23.1 where it returns a promise.
 *
 * Why: pg assigns an arrow function to `query.callback` (lib/client.js). V8 allocates functions that are assigned to a
 * property among the long-lived objects, so the function and everything it references, such as the parameters of
 * thousands of rows, survive every minor collection. Under load that fills the memory and forces repeated major
 * collections. The same promise, made from a callback that is passed as an argument, retains nothing.
 *
 * Remove it when pg, or V8, no longer retains the parameters: the test "pg alone" of this file fails then.
 */
export function patchQueryMemory(client: pg.ClientBase): void {
  const { query: ask } = client;
  const query = (config: string | pg.QueryConfig | pg.Submittable, values?: unknown, callback?: unknown) => {
    const isPlain = typeof config === 'string' || !('submit' in config);
    if (!isPlain || typeof values === 'function' || callback) {
      return Reflect.apply(ask, client, [config, values, callback]);
    }
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
    // pg writes values and callback into its config argument, which the caller may reuse for another query.
    Reflect.apply(ask, client, [typeof config === 'string' ? config : { ...config }, values, done]);
    return promise.catch(captureCaller);
  };
  Object.assign(client, { query });
}
