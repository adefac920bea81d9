import { defineConnector } from '@stellwerk/plugin/connector';
import { pem } from '@stellwerk/plugin/pem';
import { z } from 'zod';

/** An address, or `Name <address>`. */
const sender = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    const [, bracketed, plain] = /^(?:[^<>\p{Cc}]*<([^<>]+)>|([^<>\p{Cc}]+))$/u.exec(text) ?? [];
    return z
      .email()
      .max(254)
      .safeParse(bracketed ?? plain).success;
  });

export const manifest = defineConnector({
  type: 'mail-outgoing',
  version: 1,
  direction: 'outgoing',
  capabilities: { devices: false, states: false, downlinks: false, deviceManagement: false, deliveries: true },
  runs: 'everywhere',
  identifier: 'text',
  options: z.object({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(587),
    /** `starttls` requires STARTTLS, `tls` uses TLS from the start, `none` encrypts only if the server offers it. */
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    sender,
    username: z.string().trim().max(500).default(''),
    /** Trusted in addition to the public authorities. */
    caCertificate: pem.default(''),
    /** Further mails wait. */
    mailsPerMinute: z.int().min(1).max(6_000).default(60),
  }),
  secrets: [{ name: 'password', required: false }],
  deviceData: z.object({}),
  uses: ['mail'],
});
