import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

export const manifest = defineConnector({
  type: 'plain',
  version: 1,
  direction: 'incoming',
  capabilities: { devices: true, states: true, downlinks: false, deviceManagement: false, deliveries: false },
  runs: 'everywhere',
  identifier: 'text',
  options: z.object({}),
  secrets: [],
  deviceData: z.object({}),
});
