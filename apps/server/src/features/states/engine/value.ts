import type { Update } from '../../../ingest/ports.ts';

export type { AppliedValue, PacketNumber } from '../../../ingest/apply/ports.ts';

/** A value that is to be stored in a state. */
export interface ValueUpdate extends Update {
  /** Values set by hand bypass the transformer. */
  skipTransformer?: boolean;
}

/** States whose values are computed from other states, or set by the platform. */
export const isComputed = (source: string) => source.endsWith('aggregate') || source === 'system';
