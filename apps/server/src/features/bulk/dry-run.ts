import type { Ctx } from '../../platform/http/ctx.ts';

class RollBack extends Error {}

/**
 * Performs a change and rolls it back, so that its exact effect is known: a dry run that computed the effect in another
 * way could differ from it. Nothing is sent to live connections or written to the activity log.
 */
export async function dryRun<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await ctx.db.transaction(async (db) => {
      const activity = { objects: [], details: {} };
      result = { value: await work({ ...ctx, db, activity, afterCommit: () => {} }) };
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
  if (!result) throw new Error('the dry run did not end');
  return result.value;
}
