/** How long a script or an account is confined, and for how long a second account counts as company. */
const confinedMs = 60_000;

/** A call that takes longer than this makes its account a slow one. */
export const slowCallMs = 50;

/**
 * Which scripts and accounts keep to some of the processes, because they held one for long. A script that ended a process
 * stays in the first one. A slow account stays out of the last one, as long as there are other accounts to serve.
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
    /** To be called for each call that arrives. */
    noteAccount(accountId: number) {
      if (accountId === lastAccountId) return;
      if (lastAccountId !== undefined) companyUntilMs = readMs() + confinedMs;
      lastAccountId = accountId;
    },

    confineScript: (key: string) => confine(scripts, key),
    confineAccount: (accountId: number) => confine(accounts, accountId),

    /** Calls of slow accounts don't travel with those of others, who would wait for them. */
    mayShare: (accountId: number) => !isConfined(accounts, accountId),

    mayRun(key: string, accountId: number, processIndex: number): boolean {
      if (processIndex === 0) return true;
      if (isConfined(scripts, key)) return false;
      return processIndex < processes - 1 || !isConfined(accounts, accountId) || readMs() >= companyUntilMs;
    },
  };
}
