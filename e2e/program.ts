import { inject } from 'vitest';
import type { Program } from './server.setup.ts';

/** The program that belongs to this worker's tests. */
export function program(): Program {
  const own = inject('programs')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!own) throw new Error(`there is no program for worker ${process.env.VITEST_POOL_ID}`);
  return own;
}
