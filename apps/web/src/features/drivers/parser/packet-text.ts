import type { testPacket } from '@stellwerk/contract/driver-workbench';
import { bytesOfBase64, bytesOfHex, hexOf } from '@stellwerk/contract/payload-encoding';
import type { z } from 'zod';

export type TestPacket = z.output<typeof testPacket>;

export const packetFormats = ['auto', 'hex', 'base64', 'json'] as const;
export type PacketFormat = (typeof packetFormats)[number];

/** What somebody typed or pasted; kept as text until it is run. */
export interface PacketInput {
  text: string;
  format: PacketFormat;
  port: string;
  /** JSON, or nothing. */
  meta: string;
  /** The time of arrival of a packet that was really received. */
  receivedAt?: string | undefined;
}

export type PacketProblem = 'hex' | 'hexOdd' | 'base64' | 'json' | 'port' | 'meta';

export type PacketReading =
  | { status: 'empty' }
  | { status: 'wrong'; problem: PacketProblem }
  | { status: 'ready'; packet: TestPacket; format: Exclude<PacketFormat, 'auto'>; bytes: number[] | null };

type Payload =
  | { problem: PacketProblem }
  | { format: Exclude<PacketFormat, 'auto'>; payload: TestPacket['payload']; bytes: number[] | null };

/** Data sheets write `0x01, 0x67`, tools `01:67` or `01 67`. */
const bareHex = (text: string) => text.replace(/0x/gi, '').replace(/[\s,;:-]/g, '');

/** The workbench also takes pasted text with separators; a payload that is saved or sent has none. */
export const bytesOfPastedHex = (text: string) => bytesOfHex(bareHex(text));

/** The workbench also takes the URL-safe alphabet and line breaks. */
export const bytesOfPastedBase64 = (text: string) =>
  bytesOfBase64(text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'));

/** Undefined: no JSON. */
function jsonOf(text: string): TestPacket['payload'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ofBytes = (format: 'hex' | 'base64', read: number[] | PacketProblem): Payload =>
  typeof read === 'string' ? { problem: read } : { format, payload: hexOf(read), bytes: read };

function ofJson(text: string): Payload {
  const payload = jsonOf(text);
  if (payload === undefined) return { problem: 'json' };
  const read = typeof payload === 'string' ? bytesOfPastedHex(payload) : null;
  return { format: 'json', payload, bytes: Array.isArray(read) && read.length > 0 ? read : null };
}

function payloadOf(text: string, format: PacketFormat): Payload {
  if (format === 'hex') return ofBytes('hex', bytesOfPastedHex(text));
  if (format === 'base64') return ofBytes('base64', bytesOfPastedBase64(text));
  if (format === 'json' || /^\s*[{["]/.test(text)) return ofJson(text);
  const hex = bytesOfPastedHex(text);
  // What could be both is far more often hex; a lone digit too many is told as such.
  if (hex !== 'hex') return ofBytes('hex', hex);
  return ofBytes('base64', bytesOfPastedBase64(text));
}

const isRecord = (value: unknown): value is NonNullable<TestPacket['meta']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Makes of a text the packet that a connector would hand on: bytes become a hex string, JSON stays what it is. */
export function readPacket({ text, format, port, meta, receivedAt }: PacketInput): PacketReading {
  if (text.trim() === '') return { status: 'empty' };
  const read = payloadOf(text.trim(), format);
  if ('problem' in read) return { status: 'wrong', problem: read.problem };
  const fPort = port.trim() === '' ? undefined : Number(port);
  if (fPort !== undefined && !(Number.isInteger(fPort) && fPort >= 0 && fPort <= 255)) {
    return { status: 'wrong', problem: 'port' };
  }
  const metaValue = meta.trim() === '' ? undefined : jsonOf(meta);
  if (meta.trim() !== '' && !isRecord(metaValue)) return { status: 'wrong', problem: 'meta' };
  const packet: TestPacket = {
    payload: read.payload,
    ...(fPort === undefined ? {} : { fPort }),
    ...(isRecord(metaValue) ? { meta: metaValue } : {}),
    ...(receivedAt === undefined ? {} : { receivedAt }),
  };
  return { status: 'ready', packet, format: read.format, bytes: read.bytes };
}

/** The port of a LoRaWAN packet, where connectors write it. */
function portIn(meta: Record<string, unknown>): string {
  const { lora } = meta;
  const port: unknown = isRecord(lora) ? lora.fport : undefined;
  return typeof port === 'number' ? String(port) : '';
}

interface ReceivedPacket {
  payload?: unknown;
  meta?: Record<string, unknown> | undefined;
  receivedAt?: string | undefined;
}

/** A packet that was really received, as input. */
export function inputOf({ payload, meta = {}, receivedAt }: ReceivedPacket): PacketInput {
  const isHex = typeof payload === 'string' && Array.isArray(bytesOfPastedHex(payload)) && payload !== '';
  return {
    text: isHex ? payload : JSON.stringify(payload ?? null, null, 2),
    format: isHex ? 'hex' : 'json',
    port: portIn(meta),
    meta: Object.keys(meta).length > 0 ? JSON.stringify(meta, null, 2) : '',
    ...(receivedAt === undefined ? {} : { receivedAt }),
  };
}

/** A packet that was kept as a test. */
export function inputOfTest({ payload, bytes, fPort, meta, receivedAt }: TestPacket): PacketInput {
  const input = inputOf({ payload: bytes && payload === undefined ? hexOf(bytes) : payload, meta, receivedAt });
  return { ...input, port: fPort === undefined ? input.port : String(fPort) };
}
