import type { TwinCategory } from '@stellwerk/contract/twin';

/** The page of a twin, or of a virtual device, which has its own page. */
export const ownerPath = ({ id, category }: { id: number; category: TwinCategory }, tab?: string) =>
  `${category === 'virtualDevice' ? '/virtual-devices' : '/digitaltwin-mgmt'}/${id}${tab ? `?tab=${tab}` : ''}`;
