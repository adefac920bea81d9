import type { testPacket } from '@stellwerk/contract/driver-workbench';
import type { z } from 'zod';
import type { Received } from '../../ingest/interpret/interpret.ts';
import type { DeviceDescription, DeviceEntry, Directory, JsonObject } from '../../ingest/ports.ts';
import type { JsonValue } from '../../platform/history/history.ts';

export type TestPacket = z.output<typeof testPacket>;

interface Sample {
  received: Received;
  device: DeviceEntry;
  connectorType: string;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});
const textOf = (value: JsonValue | undefined, otherwise: string) => (typeof value === 'string' ? value : otherwise);
const idOf = (value: JsonValue | undefined) => (typeof value === 'number' ? value : 1);

function timeOf(given: JsonValue | undefined): number | null {
  const ms = typeof given === 'string' ? Date.parse(given) : Number.NaN;
  return Number.isFinite(ms) ? ms : null;
}

const externalId = '0123456789ABCDEF';
const sampleDevice: DeviceDescription = { id: 1, title: externalId, tags: [], keyValue: {}, groups: [] };

/** The typed packet as if a device had sent it; `meta` may describe that device and its connector. */
function sampleOf(packet: TestPacket, seq: number, { otherwise, accountId }: SampleOptions): Sample {
  const { payload, bytes, fPort } = packet;
  const meta: JsonObject = { ...packet.meta };
  if (fPort !== undefined) meta.lora = { ...objectOf(meta.lora), fport: fPort };
  const given = payload ?? (bytes ? Buffer.from(bytes).toString('hex') : null);
  const connector = objectOf(meta.connector);
  const time = timeOf(meta.time);
  return {
    received: {
      packet: {
        ...{ shard: 0, seq, deviceId: null, connectorId: idOf(connector.id) },
        identifier: textOf(meta.identifier, externalId),
        // Packets without a time of arrival must give the same result every day.
        receivedAt: timeOf(packet.receivedAt) ?? time ?? otherwise.getTime(),
      },
      content: { payload: given, meta, time },
    },
    device: {
      ...{ twinId: 0, accountId, accountPath: '', isDisabled: false, parserId: 0 },
      ...{ stateOf: new Map(), rawStateId: null, forwards: null },
      description: { ...sampleDevice, ...objectOf(meta.device) },
    },
    connectorType: textOf(connector.type, ''),
  };
}

interface SampleOptions {
  /** Time of arrival of packets without a time. */
  otherwise: Date;
  accountId: number;
}

/** Packets that a user typed, with a configuration in which each belongs to a device. */
export function samplesOf(
  packets: readonly { packet: TestPacket; createdAt: Date }[],
  accountId: number,
): { received: Received[]; directory: Directory } {
  const samples = packets.map(({ packet, createdAt }, seq) =>
    sampleOf(packet, seq, { otherwise: createdAt, accountId }),
  );
  return {
    received: samples.map(({ received }) => received),
    directory: {
      deviceOf: ({ seq }) => samples[seq]?.device,
      connectorOf: ({ seq }) => ({ type: samples[seq]?.connectorType ?? '', accountPath: '' }),
      statesOf: () => [],
    },
  };
}
