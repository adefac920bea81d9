import { defineCommand } from '@stellwerk/plugin/command';
import { z } from 'zod';

const longest = 20_000;

export const manifest = defineCommand({
  type: 'connectorCommand',
  version: 1,
  acts: 'none',
  connectorTypes: 'deliveries',
  isConnectorRequired: true,
  isMail: false,
  options: z.object({
    command: z.json().refine((command) => command !== null && JSON.stringify(command).length <= longest),
  }),
});
