import type { ScriptFailure } from '../../platform/sandbox/script.ts';
import { type CheckScript, checkScriptOf } from './check-script.ts';

/** How long somebody who used up the limits has to wait, and how long a strike counts. */
const pauseMs = 10 * 60_000;
const strikesOfCheck = 6;
const strikesOfAccount = 20;
/** Devices asked in one call: they share its processor time. */
export const fullPack = 250;
const maxRecords = 5_000;

/** What is known about a check by its text; devices of one driver share it. */
export interface CheckRecord extends CheckScript {
  /** It has answered within the limits before. */
  isProven: boolean;
  packSize: number;
  strikes: { count: number; untilMs: number };
  /** Which limit it hit last. */
  failure: ScriptFailure | undefined;
  /** Devices whose values make it hit a limit. */
  blamed: Map<number, number>;
}

/** Remembers which checks hit the limits of the sandbox, so that they cost everybody else little. */
export function createCheckRecords(readMs: () => number) {
  const records = new Map<string, CheckRecord>();
  const accounts = new Map<number, { count: number; untilMs: number }>();

  function count(strikes: { count: number; untilMs: number }): void {
    const nowMs = readMs();
    strikes.count = strikes.untilMs > nowMs ? strikes.count + 1 : 1;
    strikes.untilMs = nowMs + pauseMs;
  }

  return {
    of(check: string): CheckRecord {
      const known = records.get(check);
      if (known) return known;
      // Rare enough to begin anew instead of keeping the order of use.
      if (records.size >= maxRecords) records.clear();
      const strikes = { count: 0, untilMs: 0 };
      const fresh = { isProven: false, packSize: fullPack, strikes, failure: undefined, blamed: new Map() };
      const record: CheckRecord = { ...checkScriptOf(check), ...fresh };
      records.set(check, record);
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

    /** Checks that have proved themselves go on; new ones of an account that keeps trying wait. */
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
export type CheckRecords = ReturnType<typeof createCheckRecords>;
