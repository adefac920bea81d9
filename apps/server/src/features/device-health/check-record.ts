import type { ScriptFailure } from '../../platform/sandbox/script.ts';
import { type CheckScript, checkScriptOf } from './check-script.ts';

/** How long a check that exceeded its limits pauses, and how long a strike counts. */
const pauseMs = 10 * 60_000;
const strikesOfCheck = 6;
const strikesOfAccount = 20;
/** Maximum of devices per sandbox call; they share its CPU time. */
const fullPack = 250;
const maxRecords = 5_000;

/** Experience of one account with a check, keyed by its source text; devices of one driver share it. */
export interface CheckRecord extends CheckScript {
  /** The check has completed within its limits before. */
  isProven: boolean;
  packSize: number;
  strikes: { count: number; untilMs: number };
  /** The limit that it exceeded last. */
  failure: ScriptFailure | undefined;
  /** Devices whose values make the check exceed a limit, with the end of their pause. */
  blamed: Map<number, number>;
}

/** Records which checks exceed the limits of the sandbox, so that they don't slow down other accounts. */
export function createCheckRecords(readMs: () => number) {
  const records = new Map<string, CheckRecord>();
  const accounts = new Map<number, { count: number; untilMs: number }>();

  function count(strikes: { count: number; untilMs: number }): void {
    const nowMs = readMs();
    strikes.count = strikes.untilMs > nowMs ? strikes.count + 1 : 1;
    strikes.untilMs = nowMs + pauseMs;
  }

  return {
    /** Without an account: only what follows from the text itself. */
    of(check: string, accountId?: number): CheckRecord {
      const key = `${accountId ?? ''} ${check}`;
      const known = records.get(key);
      if (known) return known;
      // Clearing all records is rare, so no least-recently-used order is kept.
      if (records.size >= maxRecords) records.clear();
      const strikes = { count: 0, untilMs: 0 };
      const fresh = { isProven: false, packSize: fullPack, strikes, failure: undefined, blamed: new Map() };
      const record: CheckRecord = { ...checkScriptOf(check), ...fresh };
      records.set(key, record);
      return record;
    },

    strike(record: CheckRecord, accountId: number, failure: ScriptFailure): void {
      record.isProven = false;
      record.failure = failure;
      count(record.strikes);
      const strikes = accounts.get(accountId) ?? { count: 0, untilMs: 0 };
      count(strikes);
      if (accounts.size >= maxRecords) accounts.clear();
      accounts.set(accountId, strikes);
    },

    blame(record: CheckRecord, twinId: number): void {
      record.blamed.set(twinId, readMs() + pauseMs);
      record.packSize = fullPack;
    },

    isPaused(record: CheckRecord): boolean {
      return record.strikes.count >= strikesOfCheck && record.strikes.untilMs > readMs();
    },

    /** Proven checks continue; unproven checks of an account with many strikes wait. */
    isAccountPaused(accountId: number): boolean {
      const strikes = accounts.get(accountId);
      return strikes !== undefined && strikes.count >= strikesOfAccount && strikes.untilMs > readMs();
    },

    isBlamed(record: CheckRecord, twinId: number): boolean {
      if (record.blamed.size === 0) return false;
      const untilMs = record.blamed.get(twinId);
      if (untilMs !== undefined && untilMs <= readMs()) record.blamed.delete(twinId);
      return untilMs !== undefined && untilMs > readMs();
    },
  };
}
