import { autocompletion, type CompletionSource } from '@codemirror/autocomplete';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { json, jsonLanguage } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec, StateEffect } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { Box } from '@mui/material';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultRows, minRowsOf } from './code-rows.ts';
import { codeTheme } from './code-theme.ts';
import type { CodeWord } from './code-words.ts';
import { completeWords } from './completion.ts';
import { indentKey } from './indent.ts';
import { jsonataLanguage } from './jsonata-language.ts';
import { germanPhrases } from './phrases.ts';
import { type CodeProblem, problemRange } from './problems.ts';

export interface CodeCanvasProps {
  value: string;
  /** Absent: the text can be read and copied, not changed. */
  onChange?: ((value: string) => void) | undefined;
  language: 'javascript' | 'json' | 'jsonata';
  /** Offers names while the user types; should be stable. */
  complete?: CompletionSource | undefined;
  /** Completions as data; should also be stable. */
  words?: readonly CodeWord[] | undefined;
  /** Called on Ctrl-Enter or Cmd-Enter. */
  onRun?: (() => void) | undefined;
  /** Tab indents instead of leaving the editor; Escape and then Tab still leaves it. */
  tabIndents?: boolean;
  /** Problems from the server, such as the position of a script error. */
  problems?: readonly CodeProblem[];
  /** Visible lines; a longer text scrolls. */
  rows?: number;
  /** Height of an empty text, in lines. */
  minRows?: number;
  labelId: string;
  helpId: string | undefined;
}

function languageOf(language: CodeCanvasProps['language'], complete: CompletionSource | undefined): Extension {
  const names = complete ? { autocomplete: complete } : {};
  if (language === 'jsonata') return [jsonataLanguage, jsonataLanguage.data.of(names)];
  return language === 'json'
    ? [json(), jsonLanguage.data.of(names)]
    : [javascript(), javascriptLanguage.data.of(names)];
}

/** A parser that runs out of time reports an error where it stopped, so it gets enough time. */
const parseTimeMs = 500;

/** The first syntax error; the following ones are mostly its consequences. */
function syntaxError(view: EditorView): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  ensureSyntaxTree(view.state, view.state.doc.length, parseTimeMs)?.iterate({
    enter: ({ type, from, to }) => {
      if (!found && type.isError) found = { from, to: Math.max(to, Math.min(from + 1, view.state.doc.length)) };
      return found === undefined;
    },
  });
  return found;
}

function diagnosticsOf(view: EditorView, problems: readonly CodeProblem[], syntaxText: string): Diagnostic[] {
  const text = view.state.doc.toString();
  const place = text.trim() === '' ? undefined : syntaxError(view);
  const syntax: Diagnostic[] = place ? [{ ...place, severity: 'error', message: syntaxText }] : [];
  const reported = problems.map(
    (problem): Diagnostic => ({
      ...problemRange(problem, text),
      severity: problem.severity ?? 'error',
      message: problem.message,
    }),
  );
  return [...syntax, ...reported];
}

const noProblems: readonly CodeProblem[] = [];
/** Problems may arrive long after the last keystroke, when the editor would not check by itself. */
const problemsChanged = StateEffect.define<null>();

function runIf(run: (() => void) | undefined): boolean {
  run?.();
  return run !== undefined;
}

export function CodeCanvas(props: CodeCanvasProps) {
  const { value, onChange, onRun, language, problems = noProblems, rows = defaultRows, labelId, helpId } = props;
  const { words, tabIndents = false, minRows = minRowsOf(rows) } = props;
  const complete = useMemo(() => props.complete ?? (words && completeWords(words)), [props.complete, words]);
  const { t, i18n } = useTranslation('ui');
  const room = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const report = useRef(onChange);
  const run = useRef(onRun);
  const known = useRef({ problems, syntaxText: t('code.syntax') });
  const [start] = useState(value);
  const [parts] = useState(() => ({
    language: new Compartment(),
    access: new Compartment(),
    names: new Compartment(),
  }));
  const isGerman = i18n.resolvedLanguage !== 'en';

  useEffect(() => {
    report.current = onChange;
    run.current = onRun;
    known.current = { problems, syntaxText: t('code.syntax') };
  });

  useEffect(() => {
    if (!room.current) return;
    const created = new EditorView({
      parent: room.current,
      doc: start,
      extensions: [
        // Before the editor's own keys, which would insert a new line.
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runIf(run.current) }])),
        basicSetup,
        autocompletion({ icons: false }),
        lintGutter(),
        linter((editor) => diagnosticsOf(editor, known.current.problems, known.current.syntaxText), {
          needsRefresh: ({ transactions }) =>
            transactions.some(({ effects }) => effects.some((effect) => effect.is(problemsChanged))),
        }),
        EditorView.lineWrapping,
        codeTheme,
        parts.language.of([]),
        parts.access.of([]),
        parts.names.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) report.current?.(update.state.doc.toString());
        }),
      ],
    });
    view.current = created;
    return () => {
      created.destroy();
      view.current = undefined;
    };
  }, [start, parts]);

  useEffect(() => {
    view.current?.dispatch({ effects: parts.language.reconfigure(languageOf(language, complete)) });
  }, [parts, language, complete]);

  const isReadOnly = onChange === undefined;
  useEffect(() => {
    const keys = tabIndents && !isReadOnly ? keymap.of([indentKey]) : [];
    view.current?.dispatch({ effects: parts.access.reconfigure([EditorState.readOnly.of(isReadOnly), keys]) });
  }, [parts, isReadOnly, tabIndents]);

  useEffect(() => {
    const attributes = { tabindex: '0', 'aria-labelledby': labelId, ...(helpId ? { 'aria-describedby': helpId } : {}) };
    view.current?.dispatch({
      effects: parts.names.reconfigure([
        EditorView.contentAttributes.of(attributes),
        isGerman ? EditorState.phrases.of(germanPhrases) : [],
      ]),
    });
  }, [parts, labelId, helpId, isGerman]);

  // Typed text returns as the value; only a text from outside replaces the document.
  useEffect(() => {
    const current = view.current;
    if (!current || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const current = view.current;
    if (!current || !problems) return;
    current.dispatch({ effects: problemsChanged.of(null) });
    forceLinting(current);
  }, [problems]);

  return (
    <Box
      ref={room}
      sx={{
        '& .cm-editor': { maxHeight: (theme) => theme.spacing(rows * 2.5 + 2) },
        // Both elements, or else the line numbers end above the end of the text area.
        '& .cm-content, & .cm-gutter': { minHeight: (theme) => theme.spacing(minRows * 2.5) },
      }}
    />
  );
}
