import { z } from 'zod';
import { pem } from './pem.ts';

export const brokerUrl = z
  .url({ protocol: /^(mqtts?|wss?)$/, hostname: /.+/ })
  .max(500)
  // User names and passwords have their own fields, because URLs are shown and logged.
  .refine((text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '');

/** Connection options, shared by all kinds that connect to a broker. */
export const brokerOptions = z.object({
  url: brokerUrl,
  username: z.string().max(500).default(''),
  /** Empty: a stable id derived from the connector. */
  clientId: z.string().trim().max(100).default(''),
  protocolVersion: z.enum(['3.1.1', '5']).default('3.1.1'),
  keepAliveSeconds: z.int().min(5).max(3_600).default(60),
  /** Certificate authorities to trust in addition to the well-known ones. */
  caCertificate: pem.default(''),
  clientCertificate: pem.default(''),
});
export type BrokerOptions = z.output<typeof brokerOptions>;
