import { readUserSettings, updateUserSettings } from '@stellwerk/contract/user-settings';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { handle } from '../../platform/http/handle.ts';
import { mergeSettings, readSettings } from './user-settings.store.ts';

export const feature = defineFeature({
  name: 'user-settings',
  create: () => ({
    routes: [
      handle(readUserSettings, async ({ db, actor }) => ({ data: await readSettings(db, actor.userId) })),
      handle(updateUserSettings, async (ctx, { body }) => {
        // The width of a menu is of no interest in the log of the system.
        ctx.activity.omit = true;
        await mergeSettings(ctx.db, ctx.actor.userId, body);
        return { data: await readSettings(ctx.db, ctx.actor.userId) };
      }),
    ],
  }),
});
