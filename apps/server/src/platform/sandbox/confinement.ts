/** How long a script or an account is confined, and how long another account counts as active. */
const confinedMs = 60_000;

/** A call that takes longer than this marks its account as slow. */
export const slowCallMs = 50;

/**
 * Restricts scripts and accounts that occupied a process for long to some of the processes. A script that ended a
 * process runs only in the first one. A slow account may not use the last one while other accounts are active.
 */
export function createConfinement(processes: number, readMs: () => number = () => performance.now()) {
  const scripts = new Map<string, number>();
  const accounts = new Map<number, number>();
  let lastAccountId: number | undefined;
  let companyUntilMs = 0;

  function confine<K>(confined: Map<K, number>, key: K) {
    const nowMs = readMs();
    for (const [other, untilMs] of confined) if (untilMs <= nowMs) confined.delete(other);
    confined.set(key, nowMs + confinedMs);
  }

  const isConfined = <K>(confined: ReadonlyMap<K, number>, key: K): boolean => {
    const untilMs = confined.get(key);
    return untilMs !== undefined && readMs() < untilMs;
  };

  return {
    /** Must be called for each incoming call. */
    noteAccount(accountId: number) {
      if (accountId === lastAccountId) return;
      if (lastAccountId !== undefined) companyUntilMs = readMs() + confinedMs;
      lastAccountId = accountId;
    },

    confineScript: (key: string) => confine(scripts, key),
    confineAccount: (accountId: number) => confine(accounts, accountId),

    /** Calls of slow accounts do not share messages with calls of other accounts, which would have to wait for them. */
    mayShare: (accountId: number) => !isConfined(accounts, accountId),

    mayRun(key: string, accountId: number, processIndex: number): boolean {
      if (processIndex === 0) return true;
      if (isConfined(scripts, key)) return false;
      return processIndex < processes - 1 || !isConfined(accounts, accountId) || readMs() >= companyUntilMs;
    },
  };
}
