import { z } from 'zod';

export const healthCategories = ['battery', 'connectivity', 'device'] as const;
export const healthSeverities = ['warning', 'error'] as const;
export type HealthSeverity = (typeof healthSeverities)[number];

/**
 * The body of `check` sees `states.<key>` (newest values), `history(key, minutes)` (newest first, `{ value, at }`, only
 * of `stateKeys`), `lastSeen` and `now` (Date). It returns the text of the problem, or a falsy value if there is none.
 * Evaluated after each packet and every five minutes.
 */
export const healthEntry = z.object({
  identifier: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  category: z.enum(healthCategories),
  severity: z.enum(healthSeverities),
  stateKeys: z.array(z.string().max(64)).max(20).default([]),
  check: z.string().max(20_000),
  /** Time for which the problem must last before it becomes active. */
  durationMinutes: z.int().min(0).max(43_200).default(0),
  /** Default text of the problem, unless `check` returns one. */
  message: z.string().trim().min(1).max(500),
});
export type HealthEntry = z.output<typeof healthEntry>;
