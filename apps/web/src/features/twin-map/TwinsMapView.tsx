import type { TwinViewContext } from '../twins/index.ts';
import { TwinsMap } from './TwinsMap.tsx';

/** All twins that match search and filters, on the map. */
export const TwinsMapView = ({ label, filter }: TwinViewContext) => (
  <TwinsMap label={label} filter={filter} rememberAs="twins" />
);
