import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './key.ts';

/** The owner and name of a secret. They are authenticated: a ciphertext copied to another owner cannot be decrypted. */
export interface Binding {
  owner: string;
  name: string;
}

const version = 'v1';
const algorithm = 'aes-256-gcm';
// NIST SP 800-38D, 8.2.2 and 5.2.1.2: a random 96-bit nonce, the full 128-bit tag.
const nonceBytes = 12;
const tagBytes = 16;

/** JSON separates the parts unambiguously, so that no owner and name can be mistaken for another pair. */
const associatedData = (keyId: string, { owner, name }: Binding) =>
  Buffer.from(JSON.stringify([version, keyId, owner, name]));

/** `v1.<key id>.<nonce, ciphertext and tag>`. */
export function seal(key: SecretKey, plaintext: string, binding: Binding): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key.material, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData(key.id, binding));
  const sealed = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${key.id}.${sealed.toString('base64url')}`;
}

/** Undefined if it was sealed with another key or for another binding, or was modified. */
export function unseal(key: SecretKey, ciphertext: string, binding: Binding): string | undefined {
  const [format, keyId, body = '', ...rest] = ciphertext.split('.');
  const sealed = Buffer.from(body, 'base64url');
  if (format !== version || keyId !== key.id || rest.length > 0 || sealed.length < nonceBytes + tagBytes) {
    return undefined;
  }
  const decipher = createDecipheriv(algorithm, key.material, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associatedData(key.id, binding));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const plaintext = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
