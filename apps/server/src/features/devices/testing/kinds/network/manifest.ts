import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

/** A kind like a LoRaWAN network server: EUIs, own data, downlinks, and remote devices. */
export const manifest = defineConnector({
  type: 'network',
  version: 1,
  direction: 'both',
  capabilities: { devices: true, states: true, downlinks: true, deviceManagement: true, deliveries: false },
  runs: 'everywhere',
  identifier: 'eui64',
  options: z.object({}),
  secrets: [],
  deviceData: z.object({ region: z.enum(['EU868', 'US915']).default('EU868') }),
});
