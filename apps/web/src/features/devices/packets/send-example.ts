import type { Connector } from '@stellwerk/contract/connector';
import type { ParserTest } from '@stellwerk/contract/driver-workbench';

type Packet = Pick<ParserTest['packet'], 'payload' | 'bytes' | 'fPort' | 'meta'>;

const hexOf = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

function metaOf({ meta, fPort }: Packet) {
  if (fPort === undefined) return meta && Object.keys(meta).length > 0 ? meta : undefined;
  const lora: unknown = meta?.lora;
  return { ...meta, lora: { ...(typeof lora === 'object' ? lora : {}), fport: fPort } };
}

/** A message in the standard form that every connector understands; with a packet that the driver can read, if any. */
export function sampleMessage(externalId: string, packet?: Packet): string {
  if (!packet) return JSON.stringify({ id: externalId, payload: { temperature: 21.5 } });
  const payload = packet.payload ?? hexOf(packet.bytes ?? []);
  return JSON.stringify({ id: externalId, payload, meta: metaOf(packet) });
}

/** Inside single quotes a shell changes nothing; the quote itself has to leave them. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A command for connectors with an address of their own on the web; others are told by their endpoints. */
export function curlOf({ endpoints }: Pick<Connector, 'endpoints'>, message: string, key: string) {
  const url = endpoints.find(({ value }) => /^https?:/.test(value))?.value;
  if (url === undefined) return undefined;
  const parts = [
    `curl -X POST ${quoted(url)}`,
    `-H 'content-type: application/json'`,
    `-H ${quoted(`x-api-key: ${key}`)}`,
    `-d ${quoted(message)}`,
  ];
  return parts.join(' \\\n  ');
}
