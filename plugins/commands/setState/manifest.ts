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
  options: z.object({
    stateKey: z.string().trim().min(1).max(100),
    /** Becomes a value of the state's type. */
    value: z.string().max(20_000),
  }),
});
