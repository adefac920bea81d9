import { describe, expect, it } from 'vitest';
import { type CodeWord, wordsAfter } from './code-words.ts';

const words: CodeWord[] = [
  { label: 'meta' },
  { label: 'payload' },
  { label: 'lora', of: 'meta' },
  { label: 'fport', of: 'meta.lora' },
];
const offered = (typed: string) => wordsAfter(words, typed).words.map(({ label }) => label);

describe('wordsAfter', () => {
  it('offers the members of the object before the last dot', () => {
    expect(offered('')).toEqual(['meta', 'payload']);
    expect(offered('me')).toEqual(['meta', 'payload']);
    expect(offered('meta.')).toEqual(['lora']);
    expect(offered('meta.lora.fp')).toEqual(['fport']);
    expect(offered('other.')).toEqual([]);
  });

  it('finds how much of the word is already typed', () => {
    expect(wordsAfter(words, 'me').typedLength).toBe(2);
    expect(wordsAfter(words, 'meta.lora.fp').typedLength).toBe(2);
    expect(wordsAfter(words, 'meta.').typedLength).toBe(0);
  });
});
