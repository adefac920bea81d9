/** A word that an editor offers while typing. */
export interface CodeWord {
  label: string;
  /** Short grey text behind it. */
  detail?: string;
  kind?: 'variable' | 'property' | 'function' | 'keyword' | 'text';
  /** What is inserted instead of the label; `#{name}` is a place to fill in, Tab leads to the next. */
  insert?: string;
  /** Offered only behind this and a dot, such as `meta.lora`. */
  of?: string;
}

/** What can follow a text such as `meta.lo`: the words of that object, and where the one being typed begins. */
export function wordsAfter(words: readonly CodeWord[], typed: string): { words: CodeWord[]; typedLength: number } {
  const dot = typed.lastIndexOf('.');
  const owner = dot < 0 ? undefined : typed.slice(0, dot);
  return { words: words.filter(({ of }) => of === owner), typedLength: typed.length - dot - 1 };
}
