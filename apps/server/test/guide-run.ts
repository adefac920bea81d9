import { expect, vi } from 'vitest';
import { compareAnswer, type Json } from './guide-answers.ts';
import { commandsIn, requestOf } from './guide-shell.ts';
import type { CodeBlock, GuideFile } from './guides.ts';

const waits = { timeout: 20_000, interval: 50 };

export interface ReaderOptions {
  /** Values that the reader copies from the screen, such as keys, by variable name. */
  given: Readonly<Record<string, string>>;
  /** Runs programs other than curl; returns true if it did. */
  run?: (words: readonly string[]) => Promise<boolean>;
}

/**
 * Runs the examples of a guide like a reader. Values are given or taken from responses, as the guide says: `export
 * TWIN=4711` after a response with 4711.
 */
export function createReader({ given, run }: ReaderOptions) {
  const known = new Map(Object.entries(given));
  const variables = new Map<string, string>();
  const learned = new Map<string, string>();
  let calls = 0;

  async function call(words: readonly string[], shown: Json): Promise<void> {
    const isError = shown !== null && typeof shown === 'object' && 'code' in shown;
    const command = words.join(' ');
    const attempt = async () => {
      const answer = await fetch(requestOf(words));
      const compared = compareAnswer(shown, JSON.parse(await answer.text()));
      expect([command, compared.differences]).toEqual([command, []]);
      expect([command, answer.status >= 400]).toEqual([command, isError]);
      return compared;
    };
    // Retries reads, because values that were just sent may not be applied yet.
    const isRead = requestOf(words).method === 'GET';
    const compared = isRead ? await vi.waitFor(attempt, waits) : await attempt();
    for (const [sample, value] of compared.learned) learned.set(sample, value);
    calls += 1;
  }

  function assign(assignment: string): void {
    const [name = '', sample = ''] = assignment.split('=');
    const value = known.get(name) ?? learned.get(sample);
    if (value === undefined) throw new Error(`A reader could not know ${name}: no answer shows ${sample}`);
    variables.set(name, value);
  }

  return {
    /** Runs all blocks in order; each curl call is followed by its expected response. */
    async follow(blocks: readonly CodeBlock[]): Promise<void> {
      for (const [index, { language, text }] of blocks.entries()) {
        if (language !== 'sh') continue;
        for (const words of commandsIn(text, variables)) {
          const [program, first = ''] = words;
          const next = blocks[index + 1];
          if (program === 'export') assign(first);
          else if (program === 'curl' && next?.language === 'json') await call(words, JSON.parse(next.text));
          else if (!(await run?.(words))) throw new Error(`Nobody runs ${words.join(' ')}, or its answer is missing`);
        }
      }
    },
    calls: () => calls,
    environment: (): Record<string, string> => Object.fromEntries(variables),
    /** Replaces sample values in a text of the guide by real ones. */
    translate: (text: string) => text.replace(/\w+/g, (word) => learned.get(word) ?? word),
  };
}

/** Blocks of one language. */
export const blocksOf = (guide: GuideFile, language: string): string[] =>
  guide.blocks.filter((block) => block.language === language).map(({ text }) => text);
