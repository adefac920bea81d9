import { hash, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { idFromText } from '@stellwerk/contract/core/id';
import type { KindHost, StreamListener } from '@stellwerk/plugin/connector-server';
import type { Inbox } from '@stellwerk/plugin/inbox';
import { bodyOf, maxPacketBytes } from '@stellwerk/plugin/mqtt';
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import { createSessions, receiveMaximum } from './sessions.ts';
import { matches } from './topic-filter.ts';

/** Why a client was turned away, and its address. */
export interface RefusedSignIn {
  why: 'password' | 'connections' | 'clientId';
  address: string;
}

/** Credentials and inbox of one connector at the broker. */
export interface Seat {
  connectorId: number;
  accountId: number;
  password: string;
  inbox: Inbox;
  onRefusedSignIn?(refused: RefusedSignIn): void;
  onClientCount?(count: number): void;
}

export interface BrokerOptions {
  host: Pick<KindHost, 'log' | 'portOf' | 'listen' | 'isStopping' | 'countStranger'>;
  /** Half of what the listeners accept: connectors of one account can't take all connections. */
  maxConnectionsOfAccount?: number;
  /** Seats that exist before the first client can connect. */
  seats?: readonly Seat[];
}

export interface Broker {
  seat(seat: Seat): void;
  /** Closes the connections of the connector. */
  leave(connectorId: number): void;
  /** Returns the number of clients that received it. */
  publish(message: { topic: string; payload: Buffer; qos: 0 | 1 | 2 }): Promise<number>;
  close(): Promise<void>;
}

interface Taken extends Seat {
  digest: Buffer;
  clients: Set<Client>;
}

/** Reason codes of DISCONNECT (MQTT 5, 3.14.2.1). Clients of earlier versions are disconnected without a reason. */
const reasons = { serverBusy: 0x89, shuttingDown: 0x8b, administrativeAction: 0x98 };

/** Codes of CONNACK (MQTT 3.1.1, 3.2.2.3). aedes converts them for MQTT 5. */
const refusal = (returnCode: 3 | 4, text: string): AuthenticateError => Object.assign(new Error(text), { returnCode });

const digestOf = (text: string | Buffer): Buffer => hash('sha256', text, 'buffer');

const addressOf = ({ conn }: Client): string => ('remoteAddress' in conn && conn.remoteAddress) || '';

/** Parts of a PUBLISH besides topic and payload: header, lengths, message id, subscription id (MQTT 5, 3.3). */
const publishOverheadBytes = 18;

type Published = (error?: Error) => void;

class MayNotPublish extends Error {}

/**
 * Messages of clients are passed to the inbox. Clients can't subscribe to them, so subscribers are not searched.
 * Sessions end with their connection, whatever clients ask for: queues for disconnected clients would have no limit.
 */
class IntakeBroker extends Aedes {
  override publish(packet: PublishPacket, ...[from, done]: [Published] | [Client | null, Published]): void {
    if (typeof from === 'function') super.publish(packet, from);
    else done?.();
  }

  /** Not part of the types. CONNACK reports it to MQTT 5 clients that asked for another interval (3.2.2.3.2). */
  clampSessionExpiry(): number {
    return 0;
  }
}

/** Parts of a client that are not in the types of aedes. */
interface Subscriber {
  subscriptions: Record<string, { qos: number } | undefined>;
}
const subscriberOf = (client: Client): Subscriber => client as unknown as Subscriber;

/** More than the largest messages of a burst. A client that reads slower would fill the memory of all accounts. */
const maxUnreadBytes = 8 * maxPacketBytes;
/** A client whose connection accepts nothing for this time is disconnected. */
const drainTimeout = 10_000;

const maxSubscriptions = 100;
const maxFilterLength = 1_000;

/** All accounts share the memory of the broker, so what a client may subscribe to is limited. */
function fits(client: Client | null, filter: string): boolean {
  if (!client || filter.length > maxFilterLength) return false;
  const { subscriptions } = subscriberOf(client);
  return subscriptions[filter] !== undefined || Object.keys(subscriptions).length < maxSubscriptions;
}

/** MQTT 3.1.1, 3.8.4: no more than the QoS of the subscription. aedes finds it for topics without wildcards only. */
function qosFor(client: Client, { topic, qos }: AedesPublishPacket): number {
  const { subscriptions } = subscriberOf(client);
  const granted = Object.keys(subscriptions).map((filter) =>
    matches(filter, topic) ? (subscriptions[filter]?.qos ?? 0) : 0,
  );
  return Math.min(qos, Math.max(0, ...granted));
}

/** One broker for all connectors of this kind; each has its own topics. MQTT 3.1, 3.1.1 and 5. */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { host, maxConnectionsOfAccount = 5_000 } = options;
  const { log } = host;
  const seats = new Map<number, Taken>();
  const seat = (given: Seat) =>
    void seats.set(given.connectorId, { ...given, digest: digestOf(given.password), clients: new Set() });
  for (const each of options.seats ?? []) seat(each);
  const seatOf = new WeakMap<Client, Taken>();
  /** Number of connections by account. */
  const connections = new Map<number, number>();
  const connectionsOf = (accountId: number) => connections.get(accountId) ?? 0;
  /** Number of receivers of each downlink. */
  const receivers = new WeakMap<Buffer, number>();
  const sessions = createSessions();
  const forwardedBytes = new WeakMap<Client, number>();

  /** Bytes that a client has not read after this message, including messages that aedes has not written yet. */
  function unreadBytes(client: Client, sizeBytes: number): number {
    const forwarded = (forwardedBytes.get(client) ?? 0) + sizeBytes;
    forwardedBytes.set(client, forwarded);
    const written = 'bytesWritten' in client.conn ? Number(client.conn.bytesWritten) : forwarded;
    return client.conn.writableLength + Math.max(0, forwarded - written);
  }

  function seatNamed(username: string | undefined): Taken | undefined {
    const id = idFromText(username);
    return id === undefined ? undefined : seats.get(id);
  }

  function authenticate(client: Client, username: string | undefined, password: Buffer | undefined): void {
    // Stopped connectors have no seat, but their clients must not take that for a wrong password.
    if (host.isStopping()) throw refusal(3, 'server unavailable');
    const seat = seatNamed(username);
    // Always compared, so that the response time does not reveal unknown names.
    const isRight = timingSafeEqual(digestOf(password ?? ''), seat?.digest ?? digestOf('nobody'));
    if (!seat || !isRight) {
      if (seat) seat.onRefusedSignIn?.({ why: 'password', address: addressOf(client) });
      else host.countStranger();
      throw refusal(4, 'bad user name or password');
    }
    if (connectionsOf(seat.accountId) >= maxConnectionsOfAccount) {
      seat.onRefusedSignIn?.({ why: 'connections', address: addressOf(client) });
      throw refusal(3, 'too many connections');
    }
    // Prefixed with the connector, so that clients of different connectors with equal ids don't disconnect each other.
    client.id = `${seat.connectorId}/${client.id}`;
    if (client.closed) return;
    seatOf.set(client, seat);
    seat.clients.add(client);
    connections.set(seat.accountId, connectionsOf(seat.accountId) + 1);
    seat.onClientCount?.(seat.clients.size);
    client.conn.once('close', () => {
      seat.clients.delete(client);
      const left = connectionsOf(seat.accountId) - 1;
      if (left > 0) connections.set(seat.accountId, left);
      else connections.delete(seat.accountId);
      seat.onClientCount?.(seat.clients.size);
    });
  }

  /** PUBACK and PUBREC are sent after this, when the message is durable. */
  async function take(client: Client | null, packet: PublishPacket): Promise<void> {
    const seat = client ? seatOf.get(client) : undefined;
    const own = `in/${seat?.connectorId}`;
    if (!client || !seat || (packet.topic !== own && !packet.topic.startsWith(`${own}/`))) {
      throw new MayNotPublish('this topic is not one of the connector');
    }
    // Retained messages would accumulate without limit, and nobody could read them.
    packet.retain = false;
    if (packet.qos === 2 && packet.dup && sessions.has(client, packet)) return;
    await seat.inbox.add({ body: bodyOf(Buffer.from(packet.payload)), topic: packet.topic });
  }

  const broker = new IntakeBroker({
    connectTimeout: 10_000,
    drainTimeout,
    // Without a limit of messages that wait at once: those to one slow client would block those of all accounts.
    concurrency: 0,
    persistence: sessions,
    maximumPacketSize: maxPacketBytes,
    receiveMaximum,
    preConnect(client, { protocolVersion = 4, clientId, clean, username }, callback) {
      // aedes refuses it (MQTT 3.1.1, 3.1.3-8). In MQTT 5 the broker assigns an id.
      if (protocolVersion < 5 && clientId === '' && !clean) {
        seatNamed(username)?.onRefusedSignIn?.({ why: 'clientId', address: addressOf(client) });
      }
      // Topics are names of this object: without a prototype, `constructor` is a topic like any other.
      subscriberOf(client).subscriptions = Object.create(null);
      callback(null, true);
    },
    authenticate(client, username, password, done) {
      try {
        authenticate(client, username, password);
        done(null, true);
      } catch (error) {
        done(error as AuthenticateError, false);
      }
    },
    authorizePublish(client, packet, done) {
      take(client, packet).then(
        () => done(null),
        (error: Error) => {
          // To an MQTT 5 client, aedes reports every error as 0x87, a refusal for good.
          const isForGood = error instanceof MayNotPublish || client?.version !== 5 || client.closed;
          if (isForGood) done(error);
          else client.disconnect({ reasonCode: reasons.serverBusy });
        },
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const seat = seatOf.get(client);
      const isOwn = seat !== undefined && subscription.topic.startsWith(`out/${seat.connectorId}/`);
      // SUBACK reports the failure; the connection stays open.
      done(null, isOwn && fits(client, subscription.topic) ? subscription : null);
    },
    authorizeForward(client, packet) {
      const { topic, payload } = packet;
      if (!Buffer.isBuffer(payload)) return packet;
      const sizeBytes = publishOverheadBytes + Buffer.byteLength(topic) + payload.length;
      // MQTT 5, 3.1.2-24: larger packets must not be sent to this client.
      if (client.version === 5 && sizeBytes > (client.maximumPacketSize ?? Number.POSITIVE_INFINITY)) return null;
      // Nothing is kept for a client that does not read: it receives only messages published after it reconnects.
      if (unreadBytes(client, sizeBytes) > maxUnreadBytes) {
        client.conn.destroy();
        return null;
      }
      receivers.set(payload, (receivers.get(payload) ?? 0) + 1);
      return Object.assign(packet, { qos: qosFor(client, packet) });
    },
  });
  await broker.listen();
  broker.on('clientError', (client, error) => {
    log.debug({ client: client.id, reason: error.message }, 'client error at the broker');
  });
  // Not among the typed events of aedes.
  const events: EventEmitter = broker;
  events.on('error', (error: Error) => log.warn({ reason: error.message }, 'the broker reports an error'));

  const welcome = (socket: Socket) => void broker.handle(socket);

  const listeners: StreamListener[] = [];
  async function close(): Promise<void> {
    for (const listener of listeners) listener.stopAccepting();
    await new Promise<void>((resolve) => broker.close(resolve));
    for (const listener of listeners) await listener.close();
  }

  try {
    listeners.push(await host.listen('mqtt', welcome));
    if (host.portOf('mqtts') !== undefined) listeners.push(await host.listen('mqtts', welcome));
    return {
      seat,
      leave(connectorId) {
        const seat = seats.get(connectorId);
        seats.delete(connectorId);
        const reasonCode = host.isStopping() ? reasons.shuttingDown : reasons.administrativeAction;
        for (const client of seat?.clients ?? []) client.disconnect({ reasonCode });
      },
      async publish({ topic, payload, qos }) {
        await new Promise<void>((resolve, reject) => {
          const packet = { cmd: 'publish' as const, topic, payload, qos, retain: false, dup: false };
          broker.publish(packet, (error) => (error ? reject(error) : resolve()));
        });
        return receivers.get(payload) ?? 0;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
