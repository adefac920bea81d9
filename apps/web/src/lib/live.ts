import { type LiveRequest, liveBeatMs, liveCloseCodes, liveMessage, livePath } from '@stellwerk/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { sessionStore } from './session.ts';

/** idle: nobody listens; waiting: the connection is lost and will be tried again. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting';

export interface LiveListener {
  onMessage: (data: unknown) => void;
  /** Messages may have been missed, as before every beginning: what is shown has to be read again. */
  onResync?: () => void;
  /** When that was read, by the clock of the server: without it every beginning is one to read it again. */
  since?: () => string | undefined;
}

export interface LiveDependencies {
  connect: () => WebSocket;
  onSessionEnded: () => void;
  random: () => number;
  firstDelayMs: number;
}

const longestDelayMs = 30_000;
/** Two beats of the server and a little more. */
const silenceMs = liveBeatMs * 2.5;
/** Moving from one page to the next must not close the connection. */
const lingerMs = 5_000;

/** One connection for all topics of the window; it heals itself and subscribes anew. */
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
    // It may be closing without having said so yet.
    if (state === 'open' && socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(request));
  };
  /** The earliest reading of those that care; undefined where one of them has none. */
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
    // Whatever happened between the reading of what is shown and this moment was not heard.
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
      // Who joins others has read by itself, and may have missed what they heard.
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
    /** The network is back: no need to wait for the next try. */
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

/** Hears a topic while the component is shown. `since`: when what is shown was read, by the clock of the server. */
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
