import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { recoveryCodes } from './recovery-code.table.ts';

export async function isEnabled(db: Db, userId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.mfaEnabledAt)));
  return found !== undefined;
}

/** False if it is enabled already. The code that confirmed the secret counts as used. */
export async function markEnabled(db: Db, userId: number, enabledAt: Date, step: number): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ mfaEnabledAt: enabledAt, mfaLastStep: step })
    .where(and(eq(users.id, userId), isNull(users.mfaEnabledAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** False if it is disabled already. */
export async function markDisabled(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ mfaEnabledAt: null, mfaLastStep: null })
    .where(and(eq(users.id, userId), isNotNull(users.mfaEnabledAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Consumes the code of a time step, unless it or a later one was used: of two concurrent calls one succeeds. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ mfaLastStep: step })
    .where(
      and(
        eq(users.id, userId),
        isNotNull(users.mfaEnabledAt),
        or(isNull(users.mfaLastStep), lt(users.mfaLastStep, step)),
      ),
    )
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length > 0) await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Consumes a recovery code: of two concurrent calls one succeeds. */
export async function takeRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const rows = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}
