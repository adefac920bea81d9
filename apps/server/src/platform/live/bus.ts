interface BusMessage {
  topic: string;
  data: unknown;
  /** The subject of the message, for topics that filter listeners per message. */
  about?: unknown;
}

/** Delivers messages to the listeners of all processes. Messages must be serializable as JSON. */
export interface LiveBus {
  /** True if other processes may have listeners for topics without listeners here. */
  leadsElsewhere: boolean;
  publish(message: BusMessage): void;
  subscribe(listener: (message: BusMessage) => void): void;
}

/** A bus for a single process: calls the listeners directly. */
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
