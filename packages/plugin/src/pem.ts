import { z } from 'zod';

/** A certificate or a certificate chain as text. */
export const pem = z.string().trim().max(20_000);
