import { readsDevices } from '@stellwerk/contract/device';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { useCan } from '../../lib/abilities.ts';

export interface OpenableTwin {
  id: number;
  category: TwinCategory;
}

export const twinPath = (id: number) => `/digitaltwin-mgmt/${id}`;

/** Virtual devices have a page of their own, which a viewer of twins alone may not open. */
export function useTwinPath(): (twin: OpenableTwin) => string {
  const seesDevices = useCan(readsDevices);
  return ({ id, category }) => (seesDevices && category === 'virtualDevice' ? `/virtual-devices/${id}` : twinPath(id));
}
