import { Readable } from 'node:stream';
import type { Client } from 'aedes';

/** Maximum of QoS 2 messages of a connection that wait for PUBREL; announced to MQTT 5 clients (3.2.2.3.3). */
export const receiveMaximum = 1_000;

interface Numbered {
  messageId?: number;
}

const nothing = async () => {};
const none = () => Readable.from([]);

/**
 * The store that aedes uses for sessions. It keeps the numbers of unreleased QoS 2 messages as long as their connection,
 * and nothing else. The store that comes with aedes 2.0.0-beta.1 keeps whole messages of clients that never return, and
 * rejects a repeated PUBREL, which would end the process; aedes 1.2.0 fixed both.
 */
export function createSessions() {
  const unreleased = new WeakMap<Client, Set<number>>();

  function numbersOf(client: Client): Set<number> {
    const known = unreleased.get(client) ?? new Set();
    unreleased.set(client, known);
    return known;
  }

  return {
    has: (client: Client, { messageId = 0 }: Numbered): boolean => numbersOf(client).has(messageId),

    setup: nothing,

    // MQTT 3.1.1, 4.3.3: a QoS 2 message is passed on once.
    async incomingGetPacket(client: Client, packet: Numbered) {
      if (!numbersOf(client).has(packet.messageId ?? 0)) throw new Error('no such message');
      return packet;
    },
    async incomingStorePacket(client: Client, { messageId = 0 }: Numbered) {
      const known = numbersOf(client);
      if (known.size >= receiveMaximum) throw new Error('too many messages wait for PUBREL');
      known.add(messageId);
    },
    async incomingDelPacket(client: Client, { messageId = 0 }: Numbered) {
      numbersOf(client).delete(messageId);
    },

    // Sessions end with their connection, so there are no queues.
    outgoingStream: none,
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    cleanSubscriptions: nothing,
    subscriptionsByClient: async () => [],
    subscriptionsByTopic: async () => [],

    storeRetained: nothing,
    createRetainedStreamCombi: none,

    // aedes publishes a last will from the connection itself.
    putWill: nothing,
    delWill: nothing,
    streamWill: none,
  };
}
