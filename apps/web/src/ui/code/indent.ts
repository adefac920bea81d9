import { type ChangeSpec, EditorSelection, type EditorState } from '@codemirror/state';
import type { EditorView, KeyBinding } from '@codemirror/view';

const step = '  ';

/** The start of every line that the selection touches. */
function lineStarts(state: EditorState): number[] {
  const starts = new Set<number>();
  for (const { from, to } of state.selection.ranges) {
    for (let line = state.doc.lineAt(from); ; line = state.doc.lineAt(line.to + 1)) {
      starts.add(line.from);
      if (line.to >= to) break;
    }
  }
  return [...starts];
}

function indent(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  if (state.selection.ranges.every(({ empty }) => empty)) {
    view.dispatch(
      state.update(
        state.changeByRange(({ from }) => ({
          changes: { from, insert: step },
          range: EditorSelection.cursor(from + step.length),
        })),
        { scrollIntoView: true, userEvent: 'input' },
      ),
    );
    return true;
  }
  view.dispatch({ changes: lineStarts(state).map((from) => ({ from, insert: step })), userEvent: 'input.indent' });
  return true;
}

function outdent(view: EditorView): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const changes = lineStarts(state).flatMap((from): ChangeSpec[] => {
    const spaces = /^ {1,2}/.exec(state.sliceDoc(from, from + step.length))?.[0].length ?? 0;
    return spaces > 0 ? [{ from, to: from + spaces }] : [];
  });
  view.dispatch({ changes, userEvent: 'delete.dedent' });
  return true;
}

/** Tab indents in editors for long scripts; Escape and then Tab leaves the editor. */
export const indentKey: KeyBinding = { key: 'Tab', run: indent, shift: outdent };
