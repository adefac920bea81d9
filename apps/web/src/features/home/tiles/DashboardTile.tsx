import { favouriteSizes } from '@stellwerk/contract/favourite';
import { LayoutDashboard } from 'lucide-react';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../../../ui/lazy-part.tsx';
import type { TileBodyProps, TileKind } from './tile-props.ts';

/** The names and icons of widgets load with their plug-ins. */
const bodyPart = partOf(() => import('./DashboardBody.tsx').then((module) => module.DashboardBody));

const Body = (props: TileBodyProps<'dashboard'>) => (
  <LazyPart part={bodyPart} props={props} fallback={<Skeletons shape="lines" count={2} />} />
);

export const dashboardTile: TileKind<'dashboard'> = {
  type: 'dashboard',
  icon: LayoutDashboard,
  sizes: favouriteSizes,
  pathOf: ({ id }) => `/dashboards/${id}`,
  placeOf: ({ tenantName }) => tenantName,
  Body,
};
