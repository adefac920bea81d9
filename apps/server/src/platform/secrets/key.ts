import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { StartError } from '../instance/start-error.ts';

export interface SecretKey {
  /** Identifies the key in ciphertexts and backups without disclosing anything about it. */
  id: string;
  /** A KeyObject, whose content is hidden from logs and inspectors. */
  material: KeyObject;
}

const shortestLength = 32;
const fewestDistinct = 8;
/** Typical placeholders of example files and careless users. Long enough not to occur in a random key by chance. */
const placeholders =
  /change.?me|changeit|replace|default|example|password|passwort|secret|insecure|placeholder|stellwerk|your.?key|my.?key|12345678|01234567|abcdefgh|qwert[yz]/i;

export const generateKeyText = (): string => randomBytes(32).toString('base64url');

/** True if the text is a repetition of a shorter text. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, text.length - period)) return true;
  }
  return false;
}

/** Returns why a key must not be used, or undefined. Detects careless keys, not deliberately bad ones. */
export function weaknessOf(text: string): string | undefined {
  if (text.length < shortestLength) return `is shorter than ${shortestLength} characters`;
  if (placeholders.test(text)) return 'looks like a placeholder';
  if (new Set(text).size < fewestDistinct || isRepetition(text)) return 'repeats itself';
  return undefined;
}

/** Derives the key from a text; `source` names the origin of the text in the message to the operator. */
export function secretKeyOf(text: string, source: string): SecretKey {
  const weakness = weaknessOf(text);
  if (weakness) throw new StartError(`${source} ${weakness}: make one with "openssl rand -base64 32"`);
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'stellwerk secrets v1', 32));
  const id = createHmac('sha256', bytes).update('key id').digest('hex').slice(0, 12);
  return { id, material: createSecretKey(bytes) };
}
