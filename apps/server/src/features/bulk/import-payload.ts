import { z } from 'zod';

const lineError = z.object({
  line: z.int(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What an import job works on, and what its undoing has to know again. */
export const importPayload = z.object({
  common: z.json(),
  rows: z.array(z.object({ line: z.int(), row: z.json() })),
  /** Lines that could not be read. */
  errors: z.array(lineError),
});
