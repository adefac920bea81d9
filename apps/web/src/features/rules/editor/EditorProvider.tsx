import { type ReactNode, useMemo } from 'react';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useLiveValues, useTwinStates } from '../../states/index.ts';
import { useCommandKinds } from '../rule.queries.ts';
import type { RuleNames } from '../texts/rule-names.ts';
import { type Editor, EditorContext } from './editor-context.ts';
import type { Owner } from './owner.queries.ts';
import { useRuleNames } from './use-rule-names.ts';

interface EditorProviderProps {
  twin: Owner;
  ruleId?: number;
  mayEdit: boolean;
  /** Names from the server's response for the rule. */
  known: RuleNames;
  children: ReactNode;
}

interface LoadedProps extends EditorProviderProps, Pick<Editor, 'states' | 'kinds'> {}

function Loaded({ twin, ruleId, mayEdit, known, states, kinds, children }: LoadedProps) {
  const { names, learn } = useRuleNames({ known, states, twin });
  const editor = useMemo(
    () => ({ twin, ruleId, mayEdit, states, names, learn, kinds }),
    [twin, ruleId, mayEdit, states, names, learn, kinds],
  );
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** Loads the editor's context of a rule: states with their values, and kinds of commands. */
export function EditorProvider(props: EditorProviderProps) {
  const states = useTwinStates(props.twin.id);
  const kinds = useCommandKinds();
  useLiveValues(props.twin.id);
  if (states.data && kinds.data) return <Loaded {...props} states={states.data} kinds={kinds.data} />;
  const error = states.error ?? kinds.error;
  if (!error) return <Skeletons shape="block" />;
  return <ErrorState error={error} onRetry={() => void Promise.all([states.refetch(), kinds.refetch()])} />;
}
