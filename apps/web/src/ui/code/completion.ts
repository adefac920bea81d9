import { type Completion, type CompletionSource, snippetCompletion } from '@codemirror/autocomplete';
import { type CodeWord, wordsAfter } from './code-words.ts';

function completionOf({ label, detail, kind = 'variable', insert }: CodeWord): Completion {
  const shown: Completion = { label, type: kind, ...(detail === undefined ? {} : { detail }) };
  return insert === undefined ? shown : snippetCompletion(insert, shown);
}

/** Offers words while the user types, members only after their object. */
export function completeWords(words: readonly CodeWord[]): CompletionSource {
  return (context) => {
    const typed = context.matchBefore(/[\w$.]+/);
    if (!typed && !context.explicit) return null;
    const { words: fitting, typedLength } = wordsAfter(words, typed?.text ?? '');
    if (fitting.length === 0) return null;
    return { from: context.pos - typedLength, options: fitting.map(completionOf), validFor: /^[\w$]*$/ };
  };
}
