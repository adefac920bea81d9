export interface BusMessage {
  topic: string;
  data: unknown;
  /** What the message is about, for topics that choose their listeners message by message. */
  about?: unknown;
}

/** Carries messages to the listeners of all processes. Messages must survive JSON. */
export interface LiveBus {
  /** Listeners of other processes may hear what nobody hears here. */
  leadsElsewhere: boolean;
  publish(message: BusMessage): void;
  subscribe(listener: (message: BusMessage) => void): void;
}

/** One process: straight to the listeners. */
export function createLocalBus(): LiveBus {
  const listeners: ((message: BusMessage) => void)[] = [];
  return {
    leadsElsewhere: false,
    publish(message) {
      for (const listener of listeners) listener(message);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
