import { Map as MapIcon } from 'lucide-react';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinViews } from '../twins/index.ts';

export const contributions = [
  twinViews.contribute({
    id: 'map',
    position: 300,
    label: 'twin-map:title',
    icon: MapIcon,
    content: partOf(() => import('./TwinsMapView.tsx').then((module) => module.TwinsMapView)),
  }),
];
