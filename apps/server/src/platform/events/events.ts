import type { Log } from '../log/log.ts';

/** Event names with their payloads; features add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features through declaration merging
export interface EventMap {}

type Listener<N extends keyof EventMap> = (payload: EventMap[N]) => void | Promise<void>;

export interface Events {
  on<N extends keyof EventMap>(name: N, listener: Listener<N>): void;
  /** Called after the transaction that caused it has committed. */
  emit<N extends keyof EventMap>(name: N, payload: EventMap[N]): void;
}

/** In-process reactions. A listener that fails is logged and disturbs neither the emitter nor other listeners. */
export function createEvents(log: Log): Events {
  const listeners = new Map<PropertyKey, ((payload: never) => void | Promise<void>)[]>();
  return {
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) {
        Promise.resolve()
          .then(() => listener(payload as never))
          .catch((error: unknown) => log.error({ err: error, event: name }, 'event listener failed'));
      }
    },
  };
}
