import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

export const manifest = defineConnector({
  type: 'webhook-incoming',
  version: 1,
  direction: 'incoming',
  capabilities: { devices: true, states: true, downlinks: false, deviceManagement: false, deliveries: false },
  runs: 'everywhere',
  identifier: 'text',
  options: z.object({
    /** For senders that can only call an address; the message is in the query. */
    allowGet: z.boolean().default(false),
  }),
  secrets: [{ name: 'key', required: true, generated: true }],
  deviceData: z.object({}),
});
