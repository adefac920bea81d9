import { disableTwoFactor, enableTwoFactor, resetTwoFactor } from '@stellwerk/contract/two-factor';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import type { TwoFactorService } from './two-factor.service.ts';

export function twoFactorRoutes(service: TwoFactorService): HandledRoute[] {
  return [
    handle(enableTwoFactor, async (ctx, { body: { token, domain } }, { request }) => ({
      data:
        token === undefined
          ? await service.begin(ctx, domain)
          : await service.enable(ctx, { token, address: request.address }),
    })),
    handle(disableTwoFactor, async (ctx, { body }, { request }) => {
      await service.disable(ctx, { token: body.token, address: request.address });
      return { data: { disabled: true as const } };
    }),
    handle(resetTwoFactor, async (ctx, { params }) => {
      await service.reset(ctx, params.id);
      return { data: { disabled: true as const } };
    }),
  ];
}
