import { defineCommand } from '@stellwerk/plugin/command';
import { headerLine } from '@stellwerk/plugin/http';
import { withoutPlaceholders } from '@stellwerk/plugin/placeholder';
import { z } from 'zod';

function isJson(body: string): boolean {
  try {
    JSON.parse(withoutPlaceholders(body, '0'));
    return true;
  } catch {
    return false;
  }
}

export const manifest = defineCommand({
  type: 'webhook',
  version: 1,
  acts: 'none',
  connectorTypes: ['webhook-outgoing'],
  isConnectorRequired: true,
  isMail: false,
  options: z
    .object({
      method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE', 'GET']).default('POST'),
      /** Appended to the URL of the connector. */
      path: z
        .string()
        .trim()
        .max(2_000)
        .refine((path) => !/[\s\p{Cc}\\#]/u.test(withoutPlaceholders(path)))
        .default(''),
      contentType: z.enum(['json', 'text', 'form']).default('json'),
      body: z.string().max(20_000).default(''),
      headers: z.array(headerLine).max(20).default([]),
    })
    .refine(({ contentType, body }) => contentType !== 'json' || body.trim() === '' || isJson(body), {
      path: ['body'],
    }),
});
