import { randomInt, scrypt } from 'node:crypto';
import { recoveryCodeCount } from '@stellwerk/contract/two-factor';

/** Without similar characters: ten letters are about 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

const group = () => Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`);

/** A slow hash, because codes of 49 bits could be guessed from a stolen table. Deterministic per user and code. */
export const hashRecoveryCode = (userId: number, code: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(code, `stellwerk recovery code of user ${userId}`, 32, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
