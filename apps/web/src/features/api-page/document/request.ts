import type { ApiCall } from './calls.ts';

/** Entered values by parameter name. */
export type ParameterValues = ReadonlyMap<string, string>;

/** Required parameters without a value. */
export const missingIn = ({ parameters }: ApiCall, values: ParameterValues): string[] =>
  parameters.filter(({ name, in: place }) => place === 'path' && !values.get(name)?.trim()).map(({ name }) => name);

/** The path with its parameters, from the root of the server. Parameters without a value keep their names. */
export function addressOf({ path, parameters }: ApiCall, values: ParameterValues): string {
  const filled = path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values.get(name)?.trim();
    return value ? encodeURIComponent(value) : place;
  });
  const query = new URLSearchParams(
    parameters
      .filter(({ name, in: place }) => place === 'query' && (values.get(name) ?? '') !== '')
      .map(({ name }) => [name, values.get(name) ?? '']),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Between single quotes a shell interprets only the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

interface CurlOptions {
  origin: string;
  method: string;
  address: string;
  body: string | undefined;
  /** Text in place of the key. */
  keyPlaceholder: string;
}

/** The same call for a terminal, with an API key instead of the session. */
export function curlOf({ origin, method, address, body, keyPlaceholder }: CurlOptions): string {
  return [
    `curl -X ${method} ${quoted(`${origin}${address}`)}`,
    `-H ${quoted(`x-api-key: ${keyPlaceholder}`)}`,
    ...(body === undefined ? [] : [`-H ${quoted('content-type: application/json')}`, `--data ${quoted(body)}`]),
  ].join(' \\\n  ');
}
