import type { State } from '@stellwerk/contract/state';
import { createContext, use } from 'react';
import type { CommandKind } from '../rule.queries.ts';
import type { NamedState, RuleNames } from '../texts/rule-names.ts';
import type { Owner } from './owner.queries.ts';

export interface Editor {
  twin: Owner;
  /** Absent for a new rule. */
  ruleId: number | undefined;
  mayEdit: boolean;
  /** States of the rule's own twin, with their newest values. */
  states: readonly State[];
  names: RuleNames;
  /** Adds the names of objects that were chosen here. */
  learn: (names: { state?: [number, NamedState]; twin?: [number, string]; connector?: [number, string] }) => void;
  kinds: readonly CommandKind[];
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no rule editor around this component');
  return editor;
}
