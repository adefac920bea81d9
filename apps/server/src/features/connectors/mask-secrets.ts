import type { JsonValue } from '@stellwerk/plugin/connector-server';

const mask = '•••';

/** Headers that contain credentials. */
const proofs = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-auth-token']);
export const isProof = (header: string): boolean => proofs.has(header.toLowerCase());
const looksSecret = (header: string): boolean => isProof(header) || /passw|secret|token|api[-_]?key/i.test(header);

/** A header in one line, as commands of rules have them. */
function maskedLine(line: string): string {
  const [name = ''] = line.split(':', 1);
  return name !== line && looksSecret(name) ? `${name}: ${mask}` : line;
}

/** Masks the values of headers that could contain a secret, at any depth of a message. */
export function masked(value: JsonValue, isHeaders = false): JsonValue {
  if (Array.isArray(value)) return value.map((each) => masked(each, isHeaders));
  if (isHeaders && typeof value === 'string') return maskedLine(value);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isHidden = isHeaders ? looksSecret(name) : isProof(name);
      return [name, isHidden ? mask : masked(inner, name.toLowerCase() === 'headers')];
    }),
  );
}
