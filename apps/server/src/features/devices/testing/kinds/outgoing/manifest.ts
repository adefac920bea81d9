import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

export const manifest = defineConnector({
  type: 'outgoing',
  version: 1,
  direction: 'outgoing',
  capabilities: { devices: false, states: false, downlinks: false, deviceManagement: false, deliveries: false },
  runs: 'everywhere',
  identifier: 'text',
  options: z.object({}),
  secrets: [],
  deviceData: z.object({}),
});
