import { useFormContext } from 'react-hook-form';
import { useTwin } from '../../twins/index.ts';

/** The account of the chosen place: connectors and drivers are those that its devices may use. */
export function usePlaceAccount(): number | undefined {
  const { watch } = useFormContext();
  const [place, parentId, tenantId]: unknown[] = watch(['place', 'parentId', 'tenantId']);
  const isBelow = place === 'below' && typeof parentId === 'number';
  const parent = useTwin(isBelow ? parentId : undefined);
  if (isBelow) return parent.data?.tenantId;
  return place === 'top' && typeof tenantId === 'number' ? tenantId : undefined;
}
