import {
  createOwnApiKey,
  createUserApiKey,
  deleteApiKey,
  listAccountApiKeys,
  listOwnApiKeys,
} from '@stellwerk/contract/api-key';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { ApiKeyService } from './api-key.service.ts';

export function apiKeyRoutes(service: ApiKeyService): HandledRoute[] {
  return [
    handle(listOwnApiKeys, async (ctx, { query }) => service.listOwn(ctx, query)),
    handle(createOwnApiKey, async (ctx, { body }) => ({ data: await service.createOwn(ctx, body) })),
    handle(deleteApiKey, async (ctx, { params }) => {
      await service.remove(ctx, params.id);
      return { data: { deleted: true as const } };
    }),
    handle(listAccountApiKeys, async (ctx, { params, query }) => service.listOfAccount(ctx, params.id, query)),
    handle(createUserApiKey, async (ctx, { params, body }) => ({
      data: await service.createFor(ctx, params.id, body),
    })),
  ];
}
