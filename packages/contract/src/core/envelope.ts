import { z } from 'zod';

export const dataOf = <T extends z.ZodType>(item: T) => z.object({ data: item });

/** `total` is exact up to 10,000 rows; above that it is an estimate and flagged as one. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    total: z.int().nonnegative(),
    offset: z.int().nonnegative(),
    limit: z.int().positive(),
    totalIsEstimate: z.boolean().optional(),
  });

export const exactTotalLimit = 10_000;
export const defaultPageSize = 20;
export const maxPageSize = 100;

/** Query fields of every list. `sort` names a column, with a leading minus for descending order. */
export const listQuery = z.object({
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  search: z.string().trim().max(200).optional(),
  sort: z
    .string()
    .regex(/^-?[A-Za-z]+$/)
    .optional(),
});
export type ListQuery = z.output<typeof listQuery>;

export const isoTime = z.iso.datetime({ offset: true });

export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  issues: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  requestId: z.string(),
  /** Repeats the code where clients of the classic API expect it here. */
  type: z.string().optional(),
});
export type ErrorBody = z.output<typeof errorBody>;
