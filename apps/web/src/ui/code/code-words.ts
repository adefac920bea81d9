/** A word that an editor offers while typing. */
export interface CodeWord {
  label: string;
  /** Short grey text behind the label. */
  detail?: string;
  kind?: 'variable' | 'property' | 'function' | 'keyword' | 'text';
  /** Text to insert instead of the label; `#{name}` is a placeholder, Tab jumps to the next one. */
  insert?: string;
  /** Offered only after this object and a dot, such as `meta.lora`. */
  of?: string;
}

/** Completions for a text such as `meta.lo`: the members of that object, and where the typed member begins. */
export function wordsAfter(words: readonly CodeWord[], typed: string): { words: CodeWord[]; typedLength: number } {
  const dot = typed.lastIndexOf('.');
  const owner = dot < 0 ? undefined : typed.slice(0, dot);
  return { words: words.filter(({ of }) => of === owner), typedLength: typed.length - dot - 1 };
}
