import type { JsonValue } from '@stellwerk/plugin/connector-server';

const mask = '•••';

/** Headers that prove who somebody is. */
const proofs = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-auth-token']);
export const isProof = (header: string): boolean => proofs.has(header.toLowerCase());
const looksSecret = (header: string): boolean => isProof(header) || /passw|secret|token|api[-_]?key/i.test(header);

/** Hides the values of headers that could hold a secret, wherever a message carries headers along. */
export function masked(value: JsonValue, isHeaders = false): JsonValue {
  if (Array.isArray(value)) return value.map((each) => masked(each, isHeaders));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isHidden = isHeaders ? looksSecret(name) : isProof(name);
      return [name, isHidden ? mask : masked(inner, name.toLowerCase() === 'headers')];
    }),
  );
}
