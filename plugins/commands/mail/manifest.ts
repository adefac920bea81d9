import { defineCommand } from '@stellwerk/plugin/command';
import { hasPlaceholder } from '@stellwerk/plugin/placeholder';
import { z } from 'zod';

const address = z.email().max(254);

/** An address, or a placeholder for one. */
const recipient = z
  .string()
  .trim()
  .max(300)
  .refine((text) => address.safeParse(text).success || (hasPlaceholder(text) && !/[,;<>\p{Cc}]/u.test(text)));

export const manifest = defineCommand({
  type: 'mail',
  version: 1,
  acts: 'none',
  connectorTypes: ['mail-outgoing'],
  isConnectorRequired: false,
  isMail: true,
  options: z.object({
    to: z.array(recipient).min(1).max(50),
    subject: z.string().trim().min(1).max(200),
    body: z.string().min(1).max(20_000),
  }),
});
