import type { JsonValue } from '@stellwerk/plugin/json';
import { createContext, use } from 'react';
import type { ConditionTest } from '../../rule.queries.ts';

export interface RuleTest {
  /** Undefined until the first answer, and while there is nothing to ask. */
  result: ConditionTest | undefined;
  error: unknown;
  /** What is shown is older than what stands in the form. */
  isStale: boolean;
  /** Whether the conditions could be asked about; else the metrics alone were. */
  hasConditions: boolean;
  /** Values to try in place of the newest ones, by alias. */
  ownValues: Readonly<Record<string, JsonValue>>;
  /** Undefined: the newest one again. */
  setOwnValue: (alias: string, value: JsonValue | undefined) => void;
}

export const TestContext = createContext<RuleTest | null>(null);

export function useRuleTest(): RuleTest {
  const test = use(TestContext);
  if (!test) throw new Error('There is no test around this component');
  return test;
}
