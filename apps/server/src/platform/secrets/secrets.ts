import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { fail } from '../errors/app-error.ts';
import { type Binding, seal, unseal } from './cipher.ts';
import type { SecretKey } from './key.ts';
import { secrets } from './secret.table.ts';

export interface Secrets {
  /** Ciphertexts may be stored only in this table, through `put`: a key rotation re-encrypts nothing else. */
  encrypt(plaintext: string, binding: Binding): string;
  /** Throws SECRET_UNREADABLE if it was encrypted with another key or for another binding, or was modified. */
  decrypt(ciphertext: string, binding: Binding): string;
  put(db: Db, secret: Binding & { value: string }): Promise<void>;
  get(db: Db, binding: Binding): Promise<string | undefined>;
  /** Names of an owner's secrets, which is all that an API may disclose. */
  names(db: Db, owner: string): Promise<string[]>;
  /** Removes one secret, or all secrets of the owner. */
  remove(db: Db, which: { owner: string; name?: string }): Promise<void>;
}

export function createSecrets({ key }: { key: SecretKey }): Secrets {
  const ownedBy = (owner: string, name: string | undefined) =>
    and(eq(secrets.owner, owner), name === undefined ? undefined : eq(secrets.name, name));

  // The error has neither a cause nor an internal text, so that no part of a secret can reach a log.
  const decrypt = (ciphertext: string, { owner, name }: Binding) =>
    unseal(key, ciphertext, { owner, name }) ?? fail('SECRET_UNREADABLE', { name });

  return {
    encrypt: (plaintext, binding) => seal(key, plaintext, binding),

    decrypt,

    async put(db, { owner, name, value }) {
      const ciphertext = seal(key, value, { owner, name });
      await db
        .insert(secrets)
        .values({ owner, name, ciphertext })
        .onConflictDoUpdate({ target: [secrets.owner, secrets.name], set: { ciphertext, updatedAt: sql`now()` } });
    },

    async get(db, { owner, name }) {
      const [found] = await db.select({ ciphertext: secrets.ciphertext }).from(secrets).where(ownedBy(owner, name));
      return found && decrypt(found.ciphertext, { owner, name });
    },

    async names(db, owner) {
      const rows = await db
        .select({ name: secrets.name })
        .from(secrets)
        .where(ownedBy(owner, undefined))
        .orderBy(secrets.name);
      return rows.map(({ name }) => name);
    },

    async remove(db, { owner, name }) {
      await db.delete(secrets).where(ownedBy(owner, name));
    },
  };
}
