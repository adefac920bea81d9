import type { Log } from '../log/log.ts';

type Listener<P> = (payload: P) => void | Promise<void>;

/** In-process reactions between features; `M` maps the names of events to their payloads. */
export interface Events<M extends object> {
  on<N extends keyof M>(name: N, listener: Listener<M[N]>): void;
  /** Called after the transaction that caused it has committed. */
  emit<N extends keyof M>(name: N, payload: M[N]): void;
}

/** A listener that fails is logged and disturbs neither the emitter nor other listeners. */
export function createEvents<M extends object>(log: Log): Events<M> {
  const listeners: { [N in keyof M]?: Listener<M[N]>[] } = {};
  return {
    on(name, listener) {
      listeners[name] = [...(listeners[name] ?? []), listener];
    },
    emit(name, payload) {
      for (const listener of listeners[name] ?? []) {
        Promise.resolve()
          .then(() => listener(payload))
          .catch((error: unknown) => log.error({ err: error, event: name }, 'event listener failed'));
      }
    },
  };
}
