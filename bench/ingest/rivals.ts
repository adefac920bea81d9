import { type Mosquitto, startMosquitto } from '../peers/mosquitto.ts';
import { type NodeRed, startNodeRed } from '../peers/node-red.ts';
import { type Peer, type Recorder, rounded } from '../result.ts';
import type { LoadOrder } from './load.ts';
import { runLoad } from './program.ts';

/** The same load on other products. */

export interface Rivals {
  mosquitto: Mosquitto | undefined;
  nodeRed: NodeRed | undefined;
}

export interface Rivalry {
  /** Messages per second until the last one was written, or acknowledged if nothing is written. */
  applied: Peer[];
  /** Median response time in ms. */
  answered: Peer[];
}

const names = { mosquitto: 'Mosquitto', nodeRed: 'Node-RED' };

export async function startRivals({ note }: Recorder): Promise<Rivals> {
  const mosquitto = await startMosquitto();
  const nodeRed = await startNodeRed(mosquitto);
  if (mosquitto)
    note(`${mosquitto.name} acknowledges out of its memory and does nothing else; ours decodes and stores.`);
  if (nodeRed) {
    note(
      `${nodeRed.name} decodes the same bytes in a function node and inserts one row of three values a message into a PostgreSQL of its own, as durable as ours, with no index, all messages of a call in one statement. Ours keeps the packet, four values with their past, the newest value of five states, health and counters.`,
    );
  } else note('Node-RED could not be installed from npm.');
  if (!mosquitto) note('Mosquitto is not installed, so Node-RED had no broker to listen to.');
  return { mosquitto, nodeRed };
}

/** Waits until all sent messages have been written. */
async function written(nodeRed: NodeRed, order: LoadOrder): Promise<Rivalry> {
  await nodeRed.take();
  const startedAtMs = Date.now();
  const { medianMs } = await runLoad(order);
  const { written: count, lastAtMs } = await nodeRed.take();
  return {
    applied: [{ name: nodeRed.name, value: rounded(count / ((lastAtMs - startedAtMs) / 1_000)) }],
    answered: [{ name: nodeRed.name, value: rounded(medianMs) }],
  };
}

async function acknowledged({ name, port }: Mosquitto, order: LoadOrder): Promise<Rivalry> {
  const { accepted, ms, medianMs } = await runLoad({ ...order, port, place: 'alone/1' });
  return {
    applied: [{ name, value: rounded(accepted / (ms / 1_000)) }],
    answered: [{ name, value: rounded(medianMs) }],
  };
}

const missing = (name: string): Rivalry => ({ applied: [{ name, value: null }], answered: [] });

export async function measureRivals({ mosquitto, nodeRed }: Rivals, ours: LoadOrder): Promise<Rivalry> {
  const order = { ...ours, host: '127.0.0.1', username: 'bench', secret: 'bench' };
  if (order.kind === 'http') {
    if (!nodeRed) return missing(names.nodeRed);
    return written(nodeRed, { ...order, port: nodeRed.port, place: nodeRed.path });
  }
  const broker = mosquitto ? await acknowledged(mosquitto, order) : missing(names.mosquitto);
  if (!nodeRed || !mosquitto) return { ...broker, applied: [...broker.applied, ...missing(names.nodeRed).applied] };
  // The broker accepts messages much faster than they are written; the backlog is written later.
  const shorter = { ...order, durationMs: order.durationMs / 4 };
  const listener = await written(nodeRed, { ...shorter, port: mosquitto.port, place: nodeRed.topic });
  return { applied: [...broker.applied, ...listener.applied], answered: broker.answered };
}
