import { createSocket } from 'node:dgram';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { DatagramListener, KindHost, StreamListener } from '@stellwerk/plugin/connector-host';
import type { ListenerDeclaration, ListenerLimits } from '@stellwerk/plugin/listener';
import type { Log } from '../log/log.ts';

export interface ListenersOptions {
  declared: readonly ListenerDeclaration[];
  limits?: ListenerLimits;
  host: string;
  /** Ports by setting. A listener without an entry that is on by default takes any free port. */
  ports: Readonly<Record<string, number | undefined>>;
  tls: { cert: Buffer; key: Buffer } | undefined;
  isStopping(): boolean;
  log: Pick<Log, 'debug' | 'warn'>;
}

/** The reason why a port can't be opened; `code` is that of the operating system. */
export class ListenError extends Error {
  readonly setting: string;
  readonly address: string;
  readonly code: string | undefined;

  constructor(setting: string, address: string, code?: string) {
    super(`${address} ${code ?? 'is off'} (${setting})`);
    this.setting = setting;
    this.address = address;
    this.code = code;
  }
}

interface Listeners extends Pick<KindHost, 'portOf' | 'listen' | 'listenUdp'> {
  close(): Promise<void>;
}

const keepAliveMs = 60_000;

const bound = (open: { address(): ReturnType<Server['address']> }, port: number): number => {
  const address = open.address();
  return address !== null && typeof address === 'object' ? address.port : port;
};

/** Listeners of one kind of plug-in: bound to HOST and the configured ports, closed together. */
export function createListeners(options: ListenersOptions): Listeners {
  const { declared, host, ports, tls, isStopping, log } = options;
  const { connections = 10_000, pendingDatagrams = 1_000 } = options.limits ?? {};
  const open = new Map<string, { port: number; close(): Promise<void> }>();

  function find(name: string, transports: readonly ListenerDeclaration['transport'][]): ListenerDeclaration {
    const found = declared.find((each) => each.name === name);
    if (!found || !transports.includes(found.transport)) {
      throw new Error(`the manifest declares no listener ${name} over ${transports.join(' or ')}`);
    }
    return found;
  }

  function configuredPort({ transport, setting, defaultPort }: ListenerDeclaration): number | undefined {
    if (transport === 'tls' && !tls) return undefined;
    if (Object.hasOwn(ports, setting)) return ports[setting];
    return defaultPort === undefined ? undefined : 0;
  }

  /** Opens a listener once and returns the open one afterwards. */
  async function openOnce<Opened extends { port: number; close(): Promise<void> }>(
    listener: ListenerDeclaration,
    bind: (port: number) => Promise<Opened>,
  ): Promise<Opened> {
    const { name, setting } = listener;
    const port = configuredPort(listener);
    if (port === undefined) throw new ListenError(setting, host);
    if (open.has(name)) throw new Error(`the listener ${name} is open already`);
    try {
      const opened = await bind(port);
      open.set(name, opened);
      return opened;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new ListenError(setting, `${host}:${port}`, code);
    }
  }

  async function listen(name: string, onConnection: (socket: Socket) => void): Promise<StreamListener> {
    const listener = find(name, ['tcp', 'tls']);
    // Includes TLS connections with an unfinished handshake, which would delay the close.
    const sockets = new Set<Socket>();
    function hand(socket: Socket): void {
      // A connection that breaks must not end the process.
      socket.on('error', () => {});
      if (isStopping() && !listener.answersWhileStopping) return void socket.destroy();
      // Detects peers that vanished without closing the connection.
      socket.setKeepAlive(true, keepAliveMs);
      try {
        onConnection(socket);
      } catch (error) {
        log.warn({ err: error, listener: name }, 'a connection could not be handled');
        socket.destroy();
      }
    }
    const server: Server =
      listener.transport === 'tls'
        ? createSecureServer({ cert: tls?.cert, key: tls?.key }, hand)
        : createServer({ noDelay: true }, hand);
    server.maxConnections = connections;
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    return openOnce(listener, async (wanted) => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(wanted, host, resolve);
      });
      server.on('error', (error) => log.warn({ err: error, listener: name }, 'a listener reports an error'));
      const closed = Promise.withResolvers<void>();
      const stopAccepting = () => void server.close(() => closed.resolve());
      return {
        port: bound(server, wanted),
        stopAccepting,
        async close() {
          stopAccepting();
          for (const socket of sockets) socket.destroy();
          await closed.promise;
          open.delete(name);
        },
      };
    });
  }

  const listenUdp: KindHost['listenUdp'] = (name, onDatagram) =>
    openOnce(find(name, ['udp']), async (wanted): Promise<DatagramListener> => {
      const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
      let pending = 0;
      let isBound = false;
      let isOpen = true;
      const send = (datagram: Uint8Array, port: number, address: string) =>
        new Promise<void>((resolve) => {
          // Send errors are ignored, because datagrams may get lost anyway.
          if (isOpen) socket.send(datagram, port, address, () => resolve());
          else resolve();
        });
      socket.on('message', (datagram, { address, port }) => {
        if (isStopping() || pending >= pendingDatagrams) {
          return void log.debug({ listener: name, pending }, 'a datagram was dropped');
        }
        pending += 1;
        const peer = { address, port, reply: (answer: Uint8Array) => send(answer, port, address) };
        void Promise.try(onDatagram, datagram, peer)
          .catch((error: unknown) => log.warn({ err: error, listener: name }, 'a datagram could not be handled'))
          .finally(() => {
            pending -= 1;
          });
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('error', (error) => {
          if (isBound) return;
          socket.close();
          reject(error);
        });
        socket.bind(wanted, host, resolve);
      });
      isBound = true;
      socket.on('error', (error) => log.warn({ err: error, listener: name }, 'a listener reports an error'));
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      return {
        port: socket.address().port,
        async close() {
          if (isOpen) socket.close();
          isOpen = false;
          await closed;
          open.delete(name);
        },
      };
    });

  return {
    portOf(name) {
      const listener = find(name, ['tcp', 'tls', 'udp']);
      return open.get(name)?.port ?? configuredPort(listener);
    },
    listen,
    listenUdp,
    async close() {
      await Promise.all([...open.values()].map((each) => each.close()));
    },
  };
}
