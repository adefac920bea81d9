import { defineCommand } from '@stellwerk/plugin/command';
import { z } from 'zod';

export const manifest = defineCommand({
  type: 'setState',
  version: 1,
  acts: 'twin',
  connectorTypes: [],
  isConnectorRequired: false,
  isMail: false,
  stateKeyOption: 'stateKey',
  scriptOption: 'script',
  options: z
    .object({
      stateKey: z.string().trim().min(1).max(100),
      /** Converted to the type of the state. */
      value: z.string().max(20_000).optional(),
      /** Body of a JavaScript function that returns the value; replaces `value`. */
      script: z.string().max(65_536).optional(),
    })
    .refine(({ value, script }) => value !== undefined || script?.trim(), { path: ['value'] }),
});
