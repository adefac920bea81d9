import type { Connector } from '@stellwerk/contract/connector';

/** A message in the standard form that every connector understands. */
export const sampleMessage = (externalId: string): string =>
  JSON.stringify({ id: externalId, payload: { temperature: 21.5 } });

/** Inside single quotes a shell changes nothing; the quote itself has to leave them. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A command for connectors with an address of their own on the web; others are told by their endpoints. */
export function curlOf({ endpoints }: Pick<Connector, 'endpoints'>, externalId: string, key: string) {
  const url = endpoints.find(({ value }) => /^https?:/.test(value))?.value;
  if (url === undefined) return undefined;
  const parts = [
    `curl -X POST ${quoted(url)}`,
    `-H 'content-type: application/json'`,
    `-H ${quoted(`x-api-key: ${key}`)}`,
    `-d ${quoted(sampleMessage(externalId))}`,
  ];
  return parts.join(' \\\n  ');
}
