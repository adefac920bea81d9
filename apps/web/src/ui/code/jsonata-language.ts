import { StreamLanguage, type StringStream } from '@codemirror/language';

const tokens: readonly [RegExp, string | null][] = [
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^'(?:[^'\\]|\\.)*'?/, 'string'],
  [/^`[^`]*`?/, 'propertyName'],
  [/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
  [/^(?:and|or|in|function)\b/, 'keyword'],
  [/^(?:true|false|null)\b/, 'atom'],
  [/^\$[\w$]*(?=\s*\()/, 'variableName.function'],
  [/^\$[\w$]*/, 'variableName'],
  [/^[A-Za-z_]\w*/, 'propertyName'],
];

/** Comments may span several lines; an open comment is the only state. */
function comment(stream: StringStream, state: { isInComment: boolean }): string {
  state.isInComment = true;
  while (!stream.eol()) {
    if (stream.match('*/')) {
      state.isInComment = false;
      break;
    }
    stream.next();
  }
  return 'comment';
}

/** Syntax colours for JSONata; the server validates the expression. */
export const jsonataLanguage = StreamLanguage.define<{ isInComment: boolean }>({
  name: 'jsonata',
  startState: () => ({ isInComment: false }),
  token(stream, state) {
    if (state.isInComment || stream.match('/*')) return comment(stream, state);
    if (stream.eatSpace()) return null;
    for (const [pattern, style] of tokens) if (stream.match(pattern)) return style;
    stream.next();
    return null;
  },
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"', "'", '`'] } },
});
