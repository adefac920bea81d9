import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';
import { percentile } from '../measure.ts';
import { messageOf } from './world.ts';

/** A load generator in its own process. Minimal, because it competes with the program for the CPU. */

export interface LoadOrder {
  kind: 'http' | 'mqtt';
  host: string;
  port: number;
  /** Path of HTTP or topic of MQTT. */
  place: string;
  username: string;
  secret: string;
  devices: number;
  connections: number;
  /** Messages per call; a single one is sent as an object. */
  perCall: number;
  /** Concurrent calls per connection. */
  window: number;
  /** Total messages per second; 0 for as many as possible. */
  rate: number;
  durationMs: number;
  firstRound: number;
}

export interface LoadResult {
  offered: number;
  accepted: number;
  refused: number;
  ms: number;
  /** From sending to the response, per call. */
  medianMs: number;
  p99Ms: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const { devices, perCall, durationMs } = order;
let next = 0;
const result: LoadResult = { offered: 0, accepted: 0, refused: 0, ms: 0, medianMs: 0, p99Ms: 0 };
const answeredMs: number[] = [];
/** Time at which all connections were open; the load starts then. */
let startedMs = 0;
const isOver = () => performance.now() - startedMs >= durationMs;

function nextMessage() {
  const number = next++;
  return messageOf(1 + (number % devices), order.firstRound + Math.floor(number / devices));
}

function nextBody(): string {
  result.offered += perCall;
  return JSON.stringify(perCall === 1 ? nextMessage() : Array.from({ length: perCall }, nextMessage));
}

let promised = 0;

/** Waits according to the rate. Each call has its own time, because devices don't report at once. */
async function pace(): Promise<void> {
  if (order.rate === 0) return;
  const dueMs = startedMs + (promised / order.rate) * 1_000;
  promised += perCall;
  const waitMs = dueMs - performance.now();
  if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** Runs `window` callers over one socket, each of which waits for its response. */
interface Line {
  send(body: string): Promise<boolean>;
  end(): void;
}

async function openHttp(): Promise<Line> {
  const socket: Socket = connect({ host: order.host, port: order.port, noDelay: true });
  await new Promise((resolve) => socket.once('connect', resolve));
  const waiting: ((isAccepted: boolean) => void)[] = [];
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      const status = Number(text.slice(9, 12));
      text = text.slice(head + 4 + length);
      waiting.shift()?.(status >= 200 && status < 300);
    }
  });
  const start = `POST ${order.place} HTTP/1.1\r\nHost: ${order.host}\r\nX-Api-Key: ${order.secret}\r\nContent-Type: application/json\r\nContent-Length: `;
  return {
    send(body) {
      socket.write(`${start}${Buffer.byteLength(body)}\r\n\r\n${body}`);
      return new Promise((resolve) => waiting.push(resolve));
    },
    end: () => socket.destroy(),
  };
}

async function openMqtt(): Promise<Line> {
  const socket: Socket = connect({ host: order.host, port: order.port, noDelay: true });
  await new Promise((resolve) => socket.once('connect', resolve));
  const waiting = new Map<number, (isAccepted: boolean) => void>();
  const parser = mqtt.parser();
  const connected = Promise.withResolvers<void>();
  parser.on('packet', (packet) => {
    if (packet.cmd === 'connack') connected.resolve();
    if (packet.cmd !== 'puback' || packet.messageId === undefined) return;
    waiting.get(packet.messageId)?.(true);
    waiting.delete(packet.messageId);
  });
  socket.on('data', (chunk) => parser.parse(chunk));
  const clientId = `bench-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const login = { username: order.username, password: Buffer.from(order.secret) };
  socket.write(
    mqtt.generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId,
      keepalive: 0,
      ...login,
    }),
  );
  await connected.promise;
  let messageId = 0;
  return {
    send(body) {
      messageId = (messageId % 65_535) + 1;
      // Messages of the same moment are sent together, like the MQTT client library does.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      socket.write(
        mqtt.generate({
          cmd: 'publish',
          topic: order.place,
          payload: body,
          qos: 1,
          messageId,
          dup: false,
          retain: false,
        }),
      );
      const id = messageId;
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end: () => socket.destroy(),
  };
}

async function work(line: Line): Promise<void> {
  while (!isOver()) {
    await pace();
    const sentMs = performance.now();
    const isAccepted = await line.send(nextBody());
    answeredMs.push(performance.now() - sentMs);
    if (isAccepted) result.accepted += perCall;
    else {
      result.refused += perCall;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const lines: Line[] = [];
for (let index = 0; index < order.connections; index += 1) {
  lines.push(await (order.kind === 'http' ? openHttp() : openMqtt()));
}
startedMs = performance.now();
const workers = lines.flatMap((line) => Array.from({ length: order.window }, () => work(line)));
// A peer that withholds responses must not block the generator for ever.
await Promise.race([Promise.all(workers), new Promise((resolve) => setTimeout(resolve, durationMs + 10_000))]);
result.ms = performance.now() - startedMs;
result.medianMs = percentile(answeredMs, 0.5);
result.p99Ms = percentile(answeredMs, 0.99);
for (const line of lines) line.end();
process.send?.(result);
process.disconnect?.();
