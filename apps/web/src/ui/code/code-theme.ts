import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { EditorView } from 'codemirror';
import { theme } from '../theme/theme.ts';
import { monospaceFamily } from '../theme/tokens.ts';

const { palette } = theme.vars;

/** CSS variables serve both modes at once, so that a change of mode needs no new configuration. */
const look = EditorView.theme({
  '&': {
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    fontSize: theme.typography.body2.fontSize ?? 'inherit',
  },
  // The frame around the editor shows the focus, as it does around every field.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: monospaceFamily, lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: palette.text.primary, paddingBlock: theme.spacing(1) },
  '.cm-gutters': {
    backgroundColor: palette.background.raised,
    color: palette.text.muted,
    borderRight: `1px solid ${palette.border.main}`,
  },
  '.cm-activeLine': { backgroundColor: `color-mix(in srgb, ${palette.background.raised} 60%, transparent)` },
  '.cm-activeLineGutter': { backgroundColor: palette.primary.soft, color: palette.text.primary },
  '.cm-cursor': { borderLeftColor: palette.text.primary },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, & ::selection': {
    backgroundColor: `${palette.info.soft} !important`,
  },
  '.cm-selectionMatch': { backgroundColor: palette.warning.soft },
  // The library marks brackets and the line of the cursor in every editor of the page; only one has the cursor.
  '&.cm-focused .cm-matchingBracket': { backgroundColor: palette.ok.soft, outline: `1px solid ${palette.ok.main}` },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: palette.error.soft },
  '&:not(.cm-focused) :is(.cm-matchingBracket, .cm-nonmatchingBracket, .cm-activeLine, .cm-activeLineGutter)': {
    backgroundColor: 'transparent',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: palette.background.raised,
    borderColor: palette.border.main,
    color: palette.text.secondary,
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    border: `1px solid ${palette.border.strong}`,
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: palette.primary.soft,
    color: palette.text.primary,
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: `underline wavy ${palette.error.main}` },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: `underline wavy ${palette.warning.main}` },
  '.cm-diagnostic-error': { borderLeftColor: palette.error.main },
  '.cm-diagnostic-warning': { borderLeftColor: palette.warning.main },
  // The library's icons are images inside the style sheet, which the content security policy blocks.
  '.cm-lint-marker': {
    content: 'normal',
    borderRadius: '50%',
    width: '0.625rem',
    height: '0.625rem',
    marginTop: '0.3rem',
  },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: palette.error.main },
  '.cm-lint-marker-warning': { content: 'normal', backgroundColor: palette.warning.main },
  '.cm-lint-marker-info': { content: 'normal', backgroundColor: palette.info.main },
  '.cm-placeholder': { color: palette.text.muted },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: palette.info.main },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: palette.ok.main },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: palette.warning.main },
  { tag: [tags.comment], color: palette.text.muted, fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: palette.primary.main },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: palette.primary.main },
  { tag: [tags.invalid], color: palette.error.main },
]);

export const codeTheme: Extension = [look, syntaxHighlighting(colours)];
