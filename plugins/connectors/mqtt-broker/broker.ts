import { hash, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { idFromText } from '@stellwerk/contract/core/id';
import type { KindHost, StreamListener } from '@stellwerk/plugin/connector-server';
import type { Inbox } from '@stellwerk/plugin/inbox';
import { bodyOf, maxPacketBytes, watchPacketSize } from '@stellwerk/plugin/mqtt';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';

/** One connector's place at the broker. */
export interface Seat {
  connectorId: number;
  password: string;
  inbox: Inbox;
}

export interface BrokerOptions {
  host: Pick<KindHost, 'log' | 'portOf' | 'listen' | 'isStopping'>;
  maxConnectionsOfConnector?: number;
  /** Taken before anybody can connect. */
  seats?: readonly Seat[];
}

export interface Broker {
  seat(seat: Seat): void;
  /** Closes the connections of the connector. */
  leave(connectorId: number): void;
  /** Answers how many clients got it. */
  publish(topic: string, payload: Buffer): Promise<number>;
  close(): Promise<void>;
}

interface Taken extends Seat {
  digest: Buffer;
  clients: Set<Client>;
}

/** Codes of CONNACK (MQTT 3.1.1, 3.2.2.3). */
const refusal = (returnCode: 3 | 4, text: string): AuthenticateError => Object.assign(new Error(text), { returnCode });

const digestOf = (text: string | Buffer): Buffer => hash('sha256', text, 'buffer');

/** The part of aedes' memory that knows which QoS 2 messages are stored and not released yet. */
interface Incoming {
  incomingGetPacket(client: Client, packet: PublishPacket): Promise<unknown>;
}

type Published = (error?: Error) => void;

/** What clients send ends in the inbox. Nobody may listen to it here, so nothing need look for listeners. */
class IntakeBroker extends Aedes {
  override publish(packet: PublishPacket, ...[from, done]: [Published] | [Client | null, Published]): void {
    if (typeof from === 'function') super.publish(packet, from);
    else done?.();
  }
}

/** One broker for all connectors of the kind: each sees its own topics only. MQTT 3.1 and 3.1.1. */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { host, maxConnectionsOfConnector = 5_000 } = options;
  const { log } = host;
  const seats = new Map<number, Taken>();
  const seat = (given: Seat) =>
    void seats.set(given.connectorId, { ...given, digest: digestOf(given.password), clients: new Set() });
  for (const each of options.seats ?? []) seat(each);
  const seatOf = new WeakMap<Client, Taken>();
  /** How many clients each downlink went to. */
  const receivers = new WeakMap<Buffer, number>();

  function authenticate(client: Client, username: string | undefined, password: Buffer | undefined): void {
    // Connectors that have stopped have left their seats: their clients must not take that for a wrong password.
    if (host.isStopping()) throw refusal(3, 'server unavailable');
    const id = idFromText(username);
    const seat = id === undefined ? undefined : seats.get(id);
    // Compared in any case: an unknown name must not answer faster.
    const isRight = timingSafeEqual(digestOf(password ?? ''), seat?.digest ?? digestOf('nobody'));
    if (!seat || !isRight) throw refusal(4, 'bad user name or password');
    if (seat.clients.size >= maxConnectionsOfConnector) throw refusal(3, 'too many connections');
    // Names of clients are each connector's own: nobody throws out a client of somebody else.
    client.id = `${seat.connectorId}/${client.id}`;
    seatOf.set(client, seat);
    seat.clients.add(client);
  }

  /** PUBACK and PUBREC follow when this is done: the message is durable then. */
  async function take(client: Client | null, packet: PublishPacket): Promise<void> {
    const seat = client ? seatOf.get(client) : undefined;
    const own = `in/${seat?.connectorId}`;
    if (!client || !seat || (packet.topic !== own && !packet.topic.startsWith(`${own}/`))) {
      throw new Error(`may not publish to ${packet.topic}`);
    }
    // Kept messages would gather without limit, and nobody could read them.
    packet.retain = false;
    if (packet.qos === 2 && packet.dup) {
      const isStored = await incoming.incomingGetPacket(client, packet).then(
        () => true,
        () => false,
      );
      if (isStored) return;
    }
    await seat.inbox.add({ body: bodyOf(Buffer.from(packet.payload)), topic: packet.topic });
  }

  const broker = new IntakeBroker({
    connectTimeout: 10_000,
    preConnect(_client, packet, callback) {
      // Nothing is kept for clients that are away: their queues would have no limit.
      packet.clean = true;
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
        (error: Error) => done(error),
      );
    },
    authorizeSubscribe(client, subscription, done) {
      const seat = seatOf.get(client);
      const isOwn = seat !== undefined && subscription.topic.startsWith(`out/${seat.connectorId}/`);
      // SUBACK says that it failed; the connection stays.
      done(null, isOwn ? subscription : null);
    },
    authorizeForward(_client, packet) {
      if (Buffer.isBuffer(packet.payload)) receivers.set(packet.payload, (receivers.get(packet.payload) ?? 0) + 1);
      return packet;
    },
  });
  await broker.listen();
  // Not part of the types, but of the documented persistence interface.
  const { persistence: incoming } = broker as unknown as { persistence: Incoming };

  broker.on('clientDisconnect', (client) => seatOf.get(client)?.clients.delete(client));
  broker.on('clientError', (client, error) => {
    seatOf.get(client)?.clients.delete(client);
    log.debug({ client: client.id, reason: error.message }, 'connection to the broker ended');
  });
  // Not among the typed events of aedes.
  const events: EventEmitter = broker;
  events.on('error', (error: Error) => log.warn({ reason: error.message }, 'the broker reports an error'));

  function welcome(socket: Socket): void {
    broker.handle(socket);
    watchPacketSize(socket, maxPacketBytes, () => socket.destroy());
  }

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
        for (const client of seat?.clients ?? []) client.close();
      },
      async publish(topic, payload) {
        await new Promise<void>((resolve, reject) => {
          const packet = { cmd: 'publish' as const, topic, payload, qos: 1 as const, retain: false, dup: false };
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
