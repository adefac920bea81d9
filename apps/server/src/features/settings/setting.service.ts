import {
  type AccountSettings,
  brandingTopic,
  type ImageSetting,
  type SettingName,
  type SettingValues,
  type settingChange,
  settingNames,
} from '@stellwerk/contract/setting';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Live } from '../../platform/live/live.ts';
import { decide } from '../../platform/policy/policy.ts';
import { storeImage } from './branding-image.ts';
import { inherit, ownValues } from './inherit.ts';
import {
  type AccountLevel,
  levelsOf,
  lockSettings,
  putFeedbackRecipient,
  putSettings,
  removeUnusedImages,
} from './setting.store.ts';

type SettingChange = z.output<typeof settingChange>;

const imageNames = ['logo', 'favicon', 'background'] as const satisfies readonly ImageSetting[];

export function createSettingService({ live }: { live: Pick<Live, 'publish'> }) {
  async function read(ctx: Ctx, accountId: number): Promise<AccountSettings> {
    const [own, ...above] = await levelsOf(ctx.db, accountId);
    if (!own) return fail('ACCOUNT_NOT_FOUND');
    const { values, sources } = inherit(above);
    const isSeen = ({ path }: AccountLevel) => decide(ctx.actor.grants, 'UserManagement.read', path).allowed;
    return {
      own: ownValues(own.values),
      inherited: values,
      sources: Object.fromEntries(
        Object.entries(sources).map(([name, level]) => [
          name,
          isSeen(level) ? { id: level.id, name: level.name } : null,
        ]),
      ),
    };
  }

  /** An address is only accepted for the image that the account uses already. */
  async function withImages(db: Db, accountId: number, change: SettingChange): Promise<SettingChange> {
    const result = { ...change };
    for (const name of imageNames) {
      const value = change[name];
      if (!value) continue;
      if (value.startsWith('data:')) result[name] = await storeImage(db, name, value);
      else if (inherit(await levelsOf(db, accountId)).values[name] !== value) fail('SETTING_IMAGE_UNKNOWN');
    }
    return result;
  }

  return {
    read,

    async update(ctx: Ctx, accountId: number, change: SettingChange): Promise<AccountSettings> {
      await lockSettings(ctx.db, accountId);
      const { feedbackRecipient, ...rest } = await withImages(ctx.db, accountId, change);
      if (feedbackRecipient !== undefined) await putFeedbackRecipient(ctx.db, accountId, feedbackRecipient ?? '');
      const [own] = await levelsOf(ctx.db, accountId);
      if (!own) return fail('ACCOUNT_NOT_FOUND');
      const values: SettingValues = { ...ownValues(own.values), ...(rest as SettingValues) };
      // The address for feedback is stored with the account.
      const { feedbackRecipient: _, ...stored } = withoutNulls(values);
      await putSettings(ctx.db, accountId, stored);
      await removeUnusedImages(ctx.db);
      const isImage = (name: string) => imageNames.some((image) => image === name);
      ctx.activity.details = Object.fromEntries(
        Object.entries(change).map(([name, value]) => [name, isImage(name) && value !== null ? 'image' : value]),
      );
      ctx.afterCommit(() => live.publish(brandingTopic, {}, own.path));
      return read(ctx, accountId);
    },
  };
}
export type SettingService = ReturnType<typeof createSettingService>;

const withoutNulls = (values: SettingValues): SettingValues =>
  Object.fromEntries(
    settingNames.flatMap((name: SettingName) => {
      const value = values[name] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
