import { isPayload, payloadEncoding } from '@stellwerk/contract/payload-encoding';
import { defineCommand } from '@stellwerk/plugin/command';
import { hasPlaceholder } from '@stellwerk/plugin/placeholder';
import { z } from 'zod';

export const manifest = defineCommand({
  type: 'downlink',
  version: 1,
  acts: 'device',
  connectorTypes: [],
  isConnectorRequired: false,
  isMail: false,
  options: z
    .object({
      /** Name of a downlink of the driver. */
      name: z.string().trim().min(1).max(100).optional(),
      payload: z.string().trim().min(1).max(2_000).optional(),
      encoding: payloadEncoding.default('base16'),
      port: z.int().min(1).max(223).default(1),
      confirmed: z.boolean().default(false),
      gatewayIds: z.array(z.string().trim().min(1).max(100)).max(20).default([]),
    })
    .refine(({ name, payload }) => (name === undefined) !== (payload === undefined), { path: ['payload'] })
    .refine(
      ({ payload, encoding }) => payload === undefined || hasPlaceholder(payload) || isPayload(payload, encoding),
      { path: ['payload'] },
    ),
});
