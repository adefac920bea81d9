import type pg from 'pg';

/** With the way that led to the question; the driver's own error knows only the socket that brought the answer. */
function tellOrigin(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

/**
 * The driver answers by callback or by promise. For a promise it writes `query.callback = () => …`, and the engine takes
 * a function that is assigned to a property for one that will live long: it is never collected with the short-lived
 * objects, and neither is all it knows, the parameters of thousands of rows among it. Under load that alone fills the
 * memory and brings on one great collection after the other. The same promise, made from its callback, holds nothing.
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
    // The driver puts values and callback into what it is given, which may be asked again.
    Reflect.apply(ask, client, [typeof config === 'string' ? config : { ...config }, values, done]);
    return promise.catch(tellOrigin);
  };
  Object.assign(client, { query });
}
