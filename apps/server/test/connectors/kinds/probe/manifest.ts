import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

/** A client that keeps one connection open, so that its server can count connections. */
export const manifest = defineConnector({
  type: 'probe',
  version: 1,
  direction: 'both',
  capabilities: { devices: true, states: false, downlinks: true, deviceManagement: false, deliveries: true },
  runs: 'once',
  identifier: 'eui64',
  options: z.object({ port: z.int().min(1).max(65_535), label: z.string().max(20).default('plain') }),
  secrets: [
    { name: 'token', required: true },
    { name: 'key', required: false, generated: true },
  ],
  deviceData: z.object({ region: z.string() }),
  egress: ['tcp'],
});
