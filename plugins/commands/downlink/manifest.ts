import { defineCommand } from '@stellwerk/plugin/command';
import { hasPlaceholder } from '@stellwerk/plugin/placeholder';
import { z } from 'zod';

const forms = {
  base16: /^(?:[0-9a-fA-F]{2})*$/,
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  utf8: /^/,
} as const;

export const manifest = defineCommand({
  type: 'downlink',
  version: 1,
  acts: 'device',
  connectorTypes: [],
  isConnectorRequired: false,
  isMail: false,
  options: z
    .object({
      /** One of the driver's. */
      name: z.string().trim().min(1).max(100).optional(),
      payload: z.string().trim().min(1).max(2_000).optional(),
      encoding: z.enum(['base16', 'base64', 'utf8']).default('base16'),
      port: z.int().min(1).max(223).default(1),
      confirmed: z.boolean().default(false),
      gatewayIds: z.array(z.string().trim().min(1).max(100)).max(20).default([]),
    })
    .refine(({ name, payload }) => (name === undefined) !== (payload === undefined), { path: ['payload'] })
    .refine(
      ({ payload, encoding }) => payload === undefined || hasPlaceholder(payload) || forms[encoding].test(payload),
      { path: ['payload'] },
    ),
});
