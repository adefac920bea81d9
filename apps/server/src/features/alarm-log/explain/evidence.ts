import { z } from 'zod';

/** Evidence that rules and health checks store with an alarm. Unknown shapes of other versions are ignored. */
const noted = z.object({
  executionId: z.int().nullish().catch(null),
  shard: z.int().nullish().catch(null),
  seq: z.int().nullish().catch(null),
  driverVersionId: z.int().nullish().catch(null),
  values: z.record(z.string(), z.json()).nullish().catch(null),
  lastSeenAt: z.iso.datetime().nullish().catch(null),
  durationMinutes: z.int().nullish().catch(null),
  /** A number for rules, a short hash for checks. */
  revision: z.union([z.int(), z.string()]).nullish().catch(null),
});
export type Evidence = z.output<typeof noted>;

export const evidenceOf = (evidence: Record<string, unknown>): Evidence => noted.parse(evidence);
