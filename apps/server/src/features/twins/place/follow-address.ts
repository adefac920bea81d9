import type { Db } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { FindPlace } from '../ports.ts';
import { findAddress } from './place.store.ts';

interface Located {
  address?: string | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  isAddressLinked?: boolean | undefined;
}

/** The shortest text that the service searches. */
const shortestAddress = 3;

async function isNewAddress(db: Db, twinId: number, { address = '', isAddressLinked }: Located): Promise<boolean> {
  const before = await findAddress(db, twinId);
  return before !== undefined && before.address !== address && (isAddressLinked ?? before.isAddressLinked);
}

/**
 * Completes the coordinates of an address that is saved without them, unless they were set apart from it. A service that
 * fails or finds nothing must not prevent saving.
 */
export const createFollowAddress =
  (findPlace: FindPlace | undefined) =>
  async <B extends Located>(ctx: Ctx, body: B, twinId?: number): Promise<B> => {
    const { address = '', latitude, longitude, isAddressLinked } = body;
    const isAlone = latitude === undefined && longitude === undefined && isAddressLinked !== false;
    if (!findPlace || !isAlone || address.length < shortestAddress) return body;
    if (twinId !== undefined && !(await isNewAddress(ctx.db, twinId, body))) return body;
    const place = await findPlace(ctx, address).catch(() => undefined);
    // Coordinates alone would set them apart from the address.
    return place ? { ...body, ...place, isAddressLinked: true } : body;
  };
export type FollowAddress = ReturnType<typeof createFollowAddress>;
