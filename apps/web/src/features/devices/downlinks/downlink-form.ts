import { payloadEncodings } from '@stellwerk/contract/payload-encoding';
import { z } from 'zod';
import type { NewDownlink } from './downlink.queries.ts';
import { checkPayload } from './payload-check.ts';

/** The name of none of the driver's downlinks: one's own content. */
export const own = '';

export const downlinkForm = z
  .object({
    name: z.string().max(100),
    port: z.int().min(1).max(223),
    encoding: z.enum(payloadEncodings),
    payload: z.string().trim().max(2_000),
    confirmed: z.boolean(),
    gatewayIds: z.array(z.string().max(100)).max(20),
  })
  .refine(({ name, payload, encoding }) => name !== own || checkPayload(payload, encoding).status === 'ok', {
    path: ['payload'],
  });

/** As the call takes it: the name of one that stands in the driver, or a content. */
export const bodyOf = ({ name, ...content }: z.output<typeof downlinkForm>): NewDownlink =>
  name === own ? content : { name };
