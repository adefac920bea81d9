import type { ErrorCode } from '@stellwerk/contract/errors';
import type { HealthEntry } from '@stellwerk/contract/health';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { History } from '../../platform/history/history.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { resolveAlarmsOfTwins } from '../alarms/index.ts';
import { plainScriptOf } from './check-script.ts';
import { type CheckCall, createChecks, readResult } from './checks.ts';
import {
  alarmOrigin,
  conclude,
  createDeviceEvaluation,
  type HealthOutcome,
  raisesAlarms,
  spreadHealth,
} from './device-evaluation.ts';
import { evaluate, type Problem, unknownHealth } from './evaluate.ts';
import type { HealthSubject } from './ports.ts';
import { readProblems, removeProblemsOf, setIgnored } from './problem.store.ts';
import { isCode } from './problem-mapper.ts';
import { prepareCalls } from './script-calls.ts';
import { createStoredHealth } from './stored-health.ts';

export interface HealthDeps {
  sandbox: Sandbox;
  history: History;
  log: Log;
}

/** Result of a check that is tried out and not stored. */
export interface Trial {
  /** Null if the check reports no problem or failed. */
  message: string | null;
  logs: string[];
  failure: { code: ErrorCode; params: Record<string, string | number> } | null;
}

export function createHealth({ sandbox, history, log }: HealthDeps) {
  const checks = createChecks({ sandbox, log });
  const storedHealth = createStoredHealth();

  return {
    /**
     * Runs the checks of devices and stores problems, alarms and the status of the twins. The caller's transaction must
     * have locked the devices, and writes their health.
     */
    evaluate: createDeviceEvaluation({ checks, history, storedHealth }),

    /** Removes the problems of disabled devices, or of devices to be deleted. Call it after the twins were marked. */
    async rest(db: Db, twinIds: readonly number[], now: Date): Promise<HealthOutcome[]> {
      if (twinIds.length === 0) return [];
      await removeProblemsOf(db, twinIds);
      await resolveAlarmsOfTwins(db, alarmOrigin, twinIds, now);
      const findings = twinIds.map((twinId) => ({ twinId, health: unknownHealth, problems: [] }));
      const changedIds = await spreadHealth(db, findings);
      storedHealth.remove(twinIds);
      return findings.map((finding) => ({ ...finding, isChanged: changedIds.has(finding.twinId) }));
    },

    /** Ignored problems don't count. Their alarms are resolved, and open again if the user stops ignoring them. */
    async ignore(db: Db, subject: HealthSubject, { identifier, isIgnored, now }: Ignoring): Promise<HealthOutcome> {
      const known = (await readProblems(db, [subject.twinId])).get(subject.twinId) ?? [];
      const isMeant = (problem: Problem) => problem.identifier === identifier && problem.activeSince !== null;
      if (!known.some(isMeant)) fail('VDEVICE_PROBLEM_NOT_FOUND');
      await setIgnored(db, subject.twinId, identifier, isIgnored);
      const earlier = known.map((problem) => (isMeant(problem) ? { ...problem, isIgnored } : problem));
      const { entries } = subject;
      const results = new Map<string, never>();
      const result = evaluate({ entries, results, earlier, now, raisesAlarms: raisesAlarms(subject) });
      const calls = await prepareCalls(db, [subject], { history, checks, now, values: new Map() });
      const [outcome] = await conclude(db, [{ subject, result, calls }], storedHealth, now);
      return outcome ?? fail('INTERNAL_ERROR');
    },

    /** Fails if a check can't be compiled or its name is not unique. */
    async checkEntries(entries: readonly HealthEntry[], accountId: number): Promise<void> {
      const names = entries.map(({ identifier }) => identifier);
      const again = names.findIndex((name, index) => names.indexOf(name) < index);
      if (again >= 0) {
        const issues = [{ path: `healthConfig.${again}.identifier`, code: 'taken' as const, params: {} }];
        fail('VALIDATION_ERROR', {}, { issues });
      }
      for (const [index, { check }] of entries.entries()) {
        const checked = await sandbox.check(plainScriptOf(check), accountId);
        if (checked.ok) continue;
        const reason = checked.code === 'SCRIPT_ERROR' ? checked.params.reason : checked.code;
        const where = checked.line === undefined ? reason : `line ${checked.line}: ${reason}`;
        const issues = [{ path: `healthConfig.${index}.check`, code: 'invalid' as const, params: {} }];
        fail('SCRIPT_ERROR', { reason: where }, { issues });
      }
    },

    async tryCheck(db: Db, subject: HealthSubject, entry: HealthEntry, now: Date): Promise<Trial> {
      const alone = { ...subject, entries: [entry] };
      const [call] = await prepareCalls(db, [alone], { history, checks, now, values: new Map() });
      return call ? tryCall(call, entry, now) : fail('INTERNAL_ERROR');
    },

    /** Whether results of the checks can change without a new packet. */
    dependsOnTime: (entries: readonly HealthEntry[]) =>
      entries.some(({ check }) => checks.recordOf(check).dependsOnTime),
  };

  async function tryCall(call: CheckCall, { check, message }: HealthEntry, now: Date): Promise<Trial> {
    const { script } = checks.recordOf(check);
    const { accountId } = call;
    const args = { inputs: [call.input] };
    const result = await sandbox.run({ script, args, nowMs: now.getTime(), seed: 0, accountId });
    const logs = result.logs.map(({ text }) => text);
    const said = readResult(call, result);
    if (said.outcome === 'failed') return { message: null, logs, failure: failureIn(said.params) };
    return { message: said.outcome === 'well' ? null : (said.text ?? message), logs, failure: null };
  }
}
export type Health = ReturnType<typeof createHealth>;

interface Ignoring {
  identifier: string;
  isIgnored: boolean;
  now: Date;
}

/** A failure contains the exceeded limit or the error message of the script. */
function failureIn({ identifier, code, ...params }: Record<string, string | number>): NonNullable<Trial['failure']> {
  return { code: isCode(code) ? code : 'SCRIPT_ERROR', params };
}
