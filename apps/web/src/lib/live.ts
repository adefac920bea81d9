import { type LiveRequest, liveBeatMs, liveCloseCodes, liveMessage, livePath } from '@stellwerk/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { sessionStore } from './session.ts';

/** idle: no listeners; waiting: the connection is lost and will be retried. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting';

export interface LiveListener {
  onMessage: (data: unknown) => void;
  /** Messages may have been missed, as before every connection: the shown data has to be fetched again. */
  onResync?: () => void;
  /** Server time of the last fetch. Without it, every connection calls `onResync`. */
  since?: () => string | undefined;
}

export interface LiveDependencies {
  connect: () => WebSocket;
  onSessionEnded: () => void;
  random: () => number;
  firstDelayMs: number;
}

const longestDelayMs = 30_000;
/** Two heartbeats of the server and some margin. */
const silenceMs = liveBeatMs * 2.5;
/** Navigating from one page to the next must not close the connection. */
const lingerMs = 5_000;

/** One connection for all topics of the window. It reconnects and resubscribes by itself. */
export function createLiveConnection({ connect, onSessionEnded, random, firstDelayMs }: LiveDependencies) {
  const topics = new Map<string, Set<LiveListener>>();
  const watchers = new Set<() => void>();
  let state: LiveState = 'idle';
  let socket: WebSocket | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function setState(next: LiveState): void {
    if (next === state) return;
    state = next;
    for (const watcher of watchers) watcher();
  }

  const say = (request: LiveRequest) => {
    // The socket may be closing without having reported it yet.
    if (state === 'open' && socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(request));
  };
  /** The earliest fetch of the topic's listeners; undefined if one of them has none. */
  function sinceOf(topic: string): string | undefined {
    const caring = [...(topics.get(topic) ?? [])].filter(({ onResync }) => onResync);
    const times = caring.map(({ since }) => since?.());
    return times.every((time) => time !== undefined) ? times.toSorted()[0] : undefined;
  }
  const sayTopic = (topic: string, since: string | undefined) =>
    say({ subscribe: topic, ...(since === undefined ? {} : { since }) });
  const resync = (names: Iterable<string>) => {
    for (const name of names) for (const listener of topics.get(name) ?? []) listener.onResync?.();
  };
  const expectWord = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket?.close(), silenceMs);
  };

  function hear(text: unknown): void {
    expectWord();
    const message = liveMessage.safeParse(typeof text === 'string' ? JSON.parse(text) : undefined);
    if (!message.success) return;
    if ('resync' in message.data) resync(message.data.resync);
    // Messages between the fetch of the shown data and this subscription were not received.
    if ('subscribed' in message.data && !message.data.isComplete) resync([message.data.subscribed]);
    if (!('topic' in message.data)) return;
    for (const listener of topics.get(message.data.topic) ?? []) listener.onMessage(message.data.data);
  }

  function open(): void {
    clearTimeout(timer);
    setState('connecting');
    const next = connect();
    socket = next;
    next.addEventListener('open', () => {
      failures = 0;
      setState('open');
      expectWord();
      for (const topic of topics.keys()) sayTopic(topic, sinceOf(topic));
    });
    next.addEventListener('message', (event) => hear(event.data));
    next.addEventListener('close', ({ code }) => {
      clearTimeout(silence);
      if (socket !== next) return;
      socket = undefined;
      if (code === liveCloseCodes.sessionEnded) onSessionEnded();
      if (topics.size === 0) return setState('idle');
      setState('waiting');
      const delayMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs) * (0.5 + random() / 2);
      failures += 1;
      timer = setTimeout(open, delayMs);
    });
  }

  function stop(): void {
    clearTimeout(timer);
    clearTimeout(silence);
    const last = socket;
    socket = undefined;
    last?.close();
    setState('idle');
  }

  return {
    subscribe(topic: string, listener: LiveListener): () => void {
      const listeners = topics.get(topic) ?? new Set();
      const isNew = listeners.size === 0;
      topics.set(topic, listeners.add(listener));
      if (state === 'idle') open();
      // A listener that joins others has fetched its own data, and may have missed earlier messages.
      else if (isNew || listener.since?.() !== undefined) sayTopic(topic, listener.since?.());
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        topics.delete(topic);
        say({ unsubscribe: topic });
        setTimeout(() => topics.size === 0 && stop(), lingerMs);
      };
    },
    stop,
    state: () => state,
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    /** The network is back: retries without waiting. */
    retryNow(): void {
      if (state === 'waiting') open();
    },
  };
}

const live = createLiveConnection({
  connect: () => new WebSocket(new URL(livePath, window.location.href.replace(/^http/, 'ws'))),
  onSessionEnded: () => void sessionStore.check(),
  random: Math.random,
  firstDelayMs: 1_000,
});
if (typeof window !== 'undefined') window.addEventListener('online', live.retryNow);

/** Listens to a topic while the component is mounted. `since`: server time at which the shown data was fetched. */
export function useLive(
  topic: string,
  onMessage: (data: unknown) => void,
  onResync?: () => void,
  since?: string | undefined,
): void {
  const message = useEffectEvent(onMessage);
  const resync = useEffectEvent(() => onResync?.());
  const readAt = useEffectEvent(() => since);
  useEffect(
    () =>
      live.subscribe(topic, { onMessage: (data) => message(data), onResync: () => resync(), since: () => readAt() }),
    [topic],
  );
}

export const useLiveState = (): LiveState => useSyncExternalStore(live.watch, live.state);
