import {
  changePassword,
  readPasswordPolicy,
  requestPasswordReset,
  sendPasswordLink,
  updatePassword,
  validatePassword,
} from '@stellwerk/contract/password';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { PasswordService } from './password.service.ts';

export function passwordRoutes(service: PasswordService): HandledRoute[] {
  return [
    handle(requestPasswordReset, async (ctx, { body }, { request }) => {
      await service.requestReset(ctx, { ...body, address: request.address });
      return { data: { requested: true as const } };
    }),
    handle(updatePassword, async (ctx, { body }, { request }) => ({
      data: await service.update(ctx, { ...body, address: request.address }),
    })),
    handle(readPasswordPolicy, async (ctx, { params }) => ({ data: await service.policyOf(ctx, params.token) })),
    handle(validatePassword, async (ctx, { body }) => ({ data: await service.validate(ctx, body) })),
    handle(changePassword, async (ctx, { params, body }, { request }) => {
      await service.change(ctx, params.id, { ...body, address: request.address });
      return { data: { changed: true as const } };
    }),
    handle(sendPasswordLink, async (ctx, { params }) => ({ data: await service.sendLink(ctx, params.id) })),
  ];
}
