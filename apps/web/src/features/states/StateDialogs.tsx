import type { State } from '@stellwerk/contract/state';
import { DeleteStateDialog } from './DeleteStateDialog.tsx';
import { StateEditor } from './editor/StateEditor.tsx';
import { HistoryDialog } from './history/HistoryDialog.tsx';
import { historyTargetOf } from './history/history-target.ts';
import { LineageDialog } from './lineage/LineageDialog.tsx';
import { SetValueDialog } from './values/SetValueDialog.tsx';

/** What somebody wants to know of a state or do with it. */
export interface StateDialog {
  kind: 'history' | 'lineage' | 'setValue' | 'edit' | 'delete';
  state: State;
}

export interface StateDialogsProps {
  dialog: StateDialog | undefined;
  onAsk: (dialog: StateDialog | undefined) => void;
}

/** The dialog that belongs to the question. */
export function StateDialogs({ dialog, onAsk }: StateDialogsProps) {
  if (!dialog) return null;
  const { kind, state } = dialog;
  const onClose = () => onAsk(undefined);
  if (kind === 'history') return <HistoryDialog state={historyTargetOf(state)} onClose={onClose} />;
  if (kind === 'lineage') return <LineageDialog stateId={state.id} onClose={onClose} />;
  if (kind === 'setValue') return <SetValueDialog state={state} onClose={onClose} />;
  if (kind === 'edit') return <StateEditor twinId={state.dtwinId} state={state} onClose={onClose} />;
  return <DeleteStateDialog state={state} onLineage={() => onAsk({ kind: 'lineage', state })} onClose={onClose} />;
}
