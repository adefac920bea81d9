import { z } from 'zod';
import { pem } from './pem.ts';

export const brokerUrl = z
  .url({ protocol: /^(mqtts?|wss?)$/, hostname: /.+/ })
  .max(500)
  // Names and passwords have fields of their own; in an address they would be shown and logged.
  .refine((text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '');

/** How a broker is reached; part of the options of every kind that does. */
export const brokerOptions = z.object({
  url: brokerUrl,
  username: z.string().max(500).default(''),
  /** Empty: one that is made from the connector and stays the same. */
  clientId: z.string().trim().max(100).default(''),
  protocolVersion: z.enum(['3.1.1', '5']).default('3.1.1'),
  keepAliveSeconds: z.int().min(5).max(3_600).default(60),
  /** Whom to trust beside the well-known authorities. */
  caCertificate: pem.default(''),
  clientCertificate: pem.default(''),
});
export type BrokerOptions = z.output<typeof brokerOptions>;
