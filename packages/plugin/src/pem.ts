import { z } from 'zod';

/** A certificate or a chain of them, as text. */
export const pem = z.string().trim().max(20_000);
