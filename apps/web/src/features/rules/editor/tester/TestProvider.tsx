import type { JsonValue } from '@stellwerk/plugin/json';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLive } from '../../../../lib/live.ts';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import { useConditionTest, useRetest } from '../../rule.queries.ts';
import { useEditor } from '../editor-context.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { TestContext } from './test-context.ts';
import { testInput } from './test-input.ts';

/** Tests the rule in the form on the server, debounced, and again when values of the twin change. */
export function TestProvider({ children }: { children: ReactNode }) {
  const { twin, ruleId } = useEditor();
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const conditions = useWatch<RuleDraft, 'conditions'>({ name: 'conditions' });
  const [ownValues, setOwnValues] = useState<Readonly<Record<string, JsonValue>>>({});
  const current = JSON.stringify(testInput({ dtwinId: twin.id, metrics, conditions, ownValues, ruleId }) ?? null);
  const rested = useDebouncedValue(current);
  // Parsed from its own text, so that it stays the same object while nothing changes.
  const asked = useMemo<ReturnType<typeof testInput>>(() => JSON.parse(rested) ?? undefined, [rested]);
  const { data, error, isPlaceholderData } = useConditionTest(asked?.input);
  useLive(`twin/${twin.id}/values`, useRetest());

  const setOwnValue = useCallback(
    (alias: string, value: JsonValue | undefined) =>
      setOwnValues(({ [alias]: _before, ...others }) => (value === undefined ? others : { ...others, [alias]: value })),
    [],
  );
  const test = useMemo(
    () => ({
      result: asked && !error ? (data ?? undefined) : undefined,
      error: asked ? error : null,
      isStale: rested !== current || isPlaceholderData,
      hasConditions: asked?.hasConditions ?? false,
      ownValues,
      setOwnValue,
    }),
    [asked, data, error, rested, current, isPlaceholderData, ownValues, setOwnValue],
  );
  return <TestContext value={test}>{children}</TestContext>;
}
