import type { JsonValue } from '@stellwerk/plugin/json';
import { createContext, use } from 'react';
import type { ConditionTest } from '../../rule.queries.ts';

export interface RuleTest {
  /** Undefined until the first response, and while the rule cannot be tested. */
  result: ConditionTest | undefined;
  error: unknown;
  /** The result belongs to an older version of the form. */
  isStale: boolean;
  /** Whether the conditions were tested; otherwise only the metrics. */
  hasConditions: boolean;
  /** Test values instead of the newest ones, by alias. */
  ownValues: Readonly<Record<string, JsonValue>>;
  /** Undefined: the newest value again. */
  setOwnValue: (alias: string, value: JsonValue | undefined) => void;
}

export const TestContext = createContext<RuleTest | null>(null);

export function useRuleTest(): RuleTest {
  const test = use(TestContext);
  if (!test) throw new Error('There is no test around this component');
  return test;
}
