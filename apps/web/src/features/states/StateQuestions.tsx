import type { State } from '@stellwerk/contract/state';
import { DeleteStateDialog } from './DeleteStateDialog.tsx';
import { StateEditor } from './editor/StateEditor.tsx';
import { HistoryDialog } from './history/HistoryDialog.tsx';
import { historyOf } from './history/history-of.ts';
import { LineageDialog } from './lineage/LineageDialog.tsx';
import { SetValueDialog } from './values/SetValueDialog.tsx';

/** What somebody wants to know of a state or do with it. */
export interface StateQuestion {
  kind: 'history' | 'lineage' | 'setValue' | 'edit' | 'delete';
  state: State;
}

export interface StateQuestionsProps {
  question: StateQuestion | undefined;
  onAsk: (question: StateQuestion | undefined) => void;
}

/** The dialog that belongs to the question. */
export function StateQuestions({ question, onAsk }: StateQuestionsProps) {
  if (!question) return null;
  const { kind, state } = question;
  const onClose = () => onAsk(undefined);
  if (kind === 'history') return <HistoryDialog state={historyOf(state)} onClose={onClose} />;
  if (kind === 'lineage') return <LineageDialog stateId={state.id} onClose={onClose} />;
  if (kind === 'setValue') return <SetValueDialog state={state} onClose={onClose} />;
  if (kind === 'edit') return <StateEditor twinId={state.dtwinId} state={state} onClose={onClose} />;
  return <DeleteStateDialog state={state} onLineage={() => onAsk({ kind: 'lineage', state })} onClose={onClose} />;
}
