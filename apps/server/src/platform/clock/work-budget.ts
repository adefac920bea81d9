import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The work takes longer than its budget allows. */
export class OverBudgetError extends Error {}

/** Maximum time for which computing may block the event loop. */
const turnMs = 15;
let turnBegunMs = 0;

/** Limits how long work may compute, read windows and states, and wait for scripts. Other queries don't count. */
export function createBudget(limitMs: number) {
  const isAborted = Promise.withResolvers<never>();
  isAborted.promise.catch(() => {});
  const budget = { leftMs: limitMs, chargedMs: 0, waitedMs: 0, isOver: false, aborted: isAborted.promise };
  return {
    /** Charges everything in the async context of this call to the budget. */
    run: <T>(work: () => T): T => current.run(budget, work),
    /** Time spent computing, reading and waiting for scripts. Commits and other queries are not included. */
    usedMs: () => budget.chargedMs + budget.waitedMs,
    extend(ms: number): void {
      budget.leftMs += ms;
    },
    abort(): void {
      budget.isOver = true;
      isAborted.reject(new OverBudgetError());
    },
  };
}
export type Budget = ReturnType<typeof createBudget>;

interface RunningBudget {
  leftMs: number;
  chargedMs: number;
  /** Waits since the last charge, which includes the waits before it. */
  waitedMs: number;
  isOver: boolean;
  aborted: Promise<never>;
}

const current = new AsyncLocalStorage<RunningBudget>();

/** Waits for the remaining budget plus `allowedMs`. The work may go on afterwards, so it must not use a transaction. */
export async function withinBudget<T>(work: Promise<T>, allowedMs = 0): Promise<T> {
  const budget = current.getStore();
  if (!budget) return work;
  const begunMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    if (budget.leftMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => reject(new OverBudgetError()), Math.max(0, budget.leftMs) + allowedMs);
  });
  try {
    return await Promise.race([work, isLate, budget.aborted]);
  } finally {
    clearTimeout(timer);
    budget.waitedMs += performance.now() - begunMs;
    work.catch(() => {});
  }
}

/** Throws if work that began at `sinceMs` has used up the budget; for long work that is charged at its end. */
export function checkBudget(sinceMs: number): void {
  const budget = current.getStore();
  if (budget && (budget.isOver || performance.now() - sinceMs > budget.leftMs)) throw new OverBudgetError();
}

/** Charges the time since `sinceMs` to the budget, and yields to the event loop from time to time. */
export async function charge(sinceMs: number): Promise<void> {
  const nowMs = performance.now();
  const budget = current.getStore();
  if (budget) {
    budget.leftMs -= nowMs - sinceMs;
    budget.chargedMs += nowMs - sinceMs;
    budget.waitedMs = 0;
    if (budget.leftMs < 0 || budget.isOver) throw new OverBudgetError();
  }
  if (nowMs - turnBegunMs < turnMs) return;
  await nextTurn();
  turnBegunMs = performance.now();
}
