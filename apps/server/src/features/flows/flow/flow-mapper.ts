import type { Flow, StepFigures } from '@stellwerk/contract/flow';
import type { Language } from '@stellwerk/contract/text';
import { renderFailure } from '../render-failure.ts';
import type { FoundFigures, FoundFlow } from './flow.store.ts';

const failureIn = ({ lastFailure, lastFailureAt }: FoundFigures, language: Language) =>
  lastFailure && lastFailureAt ? { ...renderFailure(lastFailure, language), at: lastFailureAt.toISOString() } : null;

export const toFigures = (row: FoundFigures, language: Language): StepFigures => ({
  step: row.step,
  connectorId: row.connectorId === 0 ? null : row.connectorId,
  entered: row.entered,
  passed: row.passed,
  stopped: row.stopped,
  failed: row.failed,
  lastAt: row.lastAt?.toISOString() ?? null,
  lastFailure: failureIn(row, language),
});

interface Around {
  figures: readonly FoundFigures[];
  deadLetters: number;
  language: Language;
  nowMs: number;
}

export function toFlow(row: FoundFlow, { figures, deadLetters, language, nowMs }: Around): Flow {
  const { accountId, accountName, shadow, createdAt, updatedAt, ...fields } = row;
  const shown = figures.map((each) => toFigures(each, language));
  const newest = (times: readonly (string | undefined | null)[]) =>
    times
      .flatMap((time) => time ?? [])
      .sort()
      .at(-1) ?? null;
  const failures = shown.flatMap(({ lastFailure }) => lastFailure ?? []);
  return {
    ...fields,
    tenantId: accountId,
    tenantName: accountName,
    sent: shown.reduce((sum, { connectorId, passed }) => sum + (connectorId === null ? 0 : passed), 0),
    failed: shown.reduce((sum, { failed }) => sum + failed, 0),
    lastAt: newest(shown.map(({ lastAt }) => lastAt)),
    lastFailure: failures.sort((a, b) => a.at.localeCompare(b.at)).at(-1) ?? null,
    deadLetters,
    isShadowed: shadow !== null && Date.parse(shadow.endsAt) > nowMs,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
