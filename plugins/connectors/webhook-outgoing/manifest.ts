import { defineConnector } from '@stellwerk/plugin/connector';
import { headerLine, parseHeader } from '@stellwerk/plugin/http';
import { pem } from '@stellwerk/plugin/pem';
import { z } from 'zod';

const address = z
  .url({ protocol: /^https?$/, hostname: /.+/ })
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text);
    // User names and passwords have their own fields; a query belongs to each call.
    return url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  });

export const manifest = defineConnector({
  type: 'webhook-outgoing',
  version: 1,
  direction: 'outgoing',
  capabilities: { devices: false, states: false, downlinks: false, deviceManagement: false, deliveries: true },
  runs: 'everywhere',
  identifier: 'text',
  options: z.object({
    url: address,
    authorization: z.enum(['none', 'basic', 'bearer', 'header']).default('none'),
    username: z.string().max(500).default(''),
    /** The header that contains the key. */
    headerName: z
      .string()
      .trim()
      .max(100)
      .refine((name) => parseHeader(`${name}: x`) !== undefined)
      .default('X-API-Key'),
    headers: z.array(headerLine).max(20).default([]),
    timeoutMs: z.int().min(100).max(20_000).default(2_000),
    /** Trusted in addition to the public authorities. */
    caCertificate: pem.default(''),
    clientCertificate: pem.default(''),
  }),
  secrets: [
    /** Password, token or key, depending on the authorization. */
    { name: 'secret', required: false },
    { name: 'clientKey', required: false },
  ],
  deviceData: z.object({}),
  egress: ['http'],
});
