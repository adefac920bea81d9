import { z } from 'zod';

/** What rules and health note with an alarm; other programs' notes are no reason to fail. */
const noted = z.object({
  executionId: z.int().nullish().catch(null),
  shard: z.int().nullish().catch(null),
  seq: z.int().nullish().catch(null),
  driverVersionId: z.int().nullish().catch(null),
  values: z.record(z.string(), z.json()).nullish().catch(null),
  lastSeenAt: z.iso.datetime().nullish().catch(null),
  durationMinutes: z.int().nullish().catch(null),
  /** Of rules the number, of checks a short hash. */
  revision: z.union([z.int(), z.string()]).nullish().catch(null),
});
export type Evidence = z.output<typeof noted>;

export const evidenceOf = (evidence: Record<string, unknown>): Evidence => noted.parse(evidence);
