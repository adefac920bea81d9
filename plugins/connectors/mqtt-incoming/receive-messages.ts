import type { RawMessage } from '@stellwerk/plugin/connector-server';
import type { Inbox } from '@stellwerk/plugin/inbox';
import { bodyOf } from '@stellwerk/plugin/mqtt';
import { type IPublishPacket, type MqttClient, Store } from 'mqtt';

/** Maximum of unacknowledged messages; further ones stay at the broker. */
const maxOpen = 500;

const messageOf = ({ topic, payload }: IPublishPacket): RawMessage => ({ body: bodyOf(Buffer.from(payload)), topic });

/** PUBACK of a packet (MQTT 3.1.1, 3.4); in MQTT 5 the short form means success. */
const acknowledgement = (messageId: number) => Buffer.from([0x40, 2, messageId >> 8, messageId & 255]);

/** Makes the client skip its own acknowledgement; never shown. */
const acknowledgedLater = new Error('acknowledged later');

/** QoS 2: PUBREC is sent when the message is durable; duplicates are stored once. */
export function createIncomingStore(inbox: Inbox, onFailure: (error: unknown) => void): Store {
  const store = new Store();
  const remember = store.put.bind(store);
  store.put = (packet, done) => {
    store.get(packet, (unknown) => {
      if (!unknown || packet.cmd !== 'publish') return done();
      // On failure nothing is remembered; the broker sends the message again on the next connection.
      inbox
        .add(messageOf(packet))
        .then(() => remember(packet, done))
        .catch(onFailure);
    });
    return store;
  };
  return store;
}

/**
 * Accepts messages of QoS 0 and 1 concurrently and in order; PUBACK is sent when a message is durable. Reading pauses
 * while too many are open.
 */
export function takeMessages(client: MqttClient, inbox: Inbox, onFailure: (error: unknown) => void): void {
  let open = 0;
  let readOn: (() => void) | undefined;

  function settle(): void {
    open -= 1;
    if (open >= maxOpen) return;
    const next = readOn;
    readOn = undefined;
    next?.();
  }

  client.handleMessage = (packet, done) => {
    // QoS 2 messages were accepted by the store.
    if (packet.qos === 2) return done();
    const next = () => done(packet.qos === 1 ? acknowledgedLater : undefined);
    open += 1;
    inbox
      .add(messageOf(packet))
      .then(() => {
        if (packet.qos === 1 && client.connected) client.stream.write(acknowledgement(packet.messageId ?? 0));
        settle();
      })
      .catch(onFailure);
    if (open < maxOpen) next();
    else readOn = next;
  };
}
