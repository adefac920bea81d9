import { randomInt, scrypt } from 'node:crypto';
import { recoveryCodeCount } from '@stellwerk/contract/two-factor';

/** Without look-alikes: ten letters are about 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupLength = 5;

const group = () => Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`);

/** Slow on purpose: whoever steals the table must not guess codes of 49 bits. The same for the same user and code. */
export const hashRecoveryCode = (userId: number, code: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(code, `stellwerk recovery code of user ${userId}`, 32, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
