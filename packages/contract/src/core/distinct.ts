import type { z } from 'zod';

/** Reports each item whose name occurs before, at its field, or the list as a whole without a field. */
export const distinctBy =
  <T>(nameOf: (item: T) => string, field?: string) =>
  (items: readonly T[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const name = nameOf(item);
      const path = field === undefined ? [] : [index, field];
      if (seen.has(name)) context.addIssue({ code: 'custom', path, params: { code: 'taken' } });
      seen.add(name);
    }
  };
