import type { Log } from '../log/log.ts';

type Listener<P> = (payload: P) => void | Promise<void>;

/** In-process events between features; `M` maps event names to their payloads. */
export interface Events<M extends object> {
  on<N extends keyof M>(name: N, listener: Listener<M[N]>): void;
  /** Must be called after the commit of the transaction that caused the event. */
  emit<N extends keyof M>(name: N, payload: M[N]): void;
}

/** Errors of a listener are logged and affect neither the emitter nor other listeners. */
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
