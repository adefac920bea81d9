import {
  acceptTerms,
  createApiUser,
  createUser,
  deleteUser,
  listUsers,
  readOwnTerms,
  readUser,
  updateOwnProfile,
  updateUser,
  updateUserProperties,
} from '@stellwerk/contract/user';
import { bulkCreateUsers } from '@stellwerk/contract/user-bulk';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { BulkService } from './bulk.service.ts';
import type { ProfileService } from './profile.service.ts';
import type { UserService } from './user.service.ts';

interface UserServices {
  users: UserService;
  profile: ProfileService;
  bulk: BulkService;
}

export function userRoutes({ users, profile, bulk }: UserServices): HandledRoute[] {
  return [
    handle(listUsers, (ctx, { query }) => users.list(ctx, query)),
    handle(readUser, async (ctx, { params }) => ({ data: await users.read(ctx, params.id) })),
    handle(createUser, async (ctx, { params, body }) => ({ data: await users.create(ctx, params.tenantId, body) })),
    handle(createApiUser, async (ctx, { params, body }) => ({
      data: await users.createApi(ctx, params.tenantId, body),
    })),
    handle(bulkCreateUsers, async (ctx, { params, body }) => ({ data: await bulk.start(ctx, params.tenantId, body) })),
    handle(updateUser, async (ctx, { params, body }) => ({ data: await users.update(ctx, params.id, body) })),
    handle(deleteUser, async (ctx, { params }) => {
      await users.remove(ctx, params.id);
      return { data: { deleted: true as const } };
    }),
    handle(updateUserProperties, async (ctx, { params, body }) => ({
      data: await profile.setProperties(ctx, params.id, body),
    })),
    handle(updateOwnProfile, async (ctx, { body }) => ({ data: await profile.updateOwn(ctx, body) })),
    handle(readOwnTerms, async (ctx) => ({ data: await profile.ownTerms(ctx) })),
    handle(acceptTerms, async (ctx) => {
      await profile.acceptTerms(ctx);
      return { data: { accepted: true as const } };
    }),
  ];
}
