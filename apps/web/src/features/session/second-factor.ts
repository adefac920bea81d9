import { authenticationCode, recoveryCode } from '@stellwerk/contract/two-factor';

export type FactorKind = 'code' | 'recovery';

/** Normalises a typed or pasted code: apps show codes in groups, and users may write recovery codes in capitals. */
export function readFactor(kind: FactorKind, typed: string): string | undefined {
  const text = typed.replace(/\s/g, '').toLowerCase();
  if (kind === 'code') return authenticationCode.safeParse(text).data;
  const bare = text.replaceAll('-', '');
  return recoveryCode.safeParse(`${bare.slice(0, 5)}-${bare.slice(5)}`).data;
}
