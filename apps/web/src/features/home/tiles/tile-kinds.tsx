import type { FavouriteSize, FavouriteType } from '@stellwerk/contract/favourite';
import type { ReactNode } from 'react';
import { connectorTile } from './ConnectorTile.tsx';
import { dashboardTile } from './DashboardTile.tsx';
import { driverTile } from './DriverTile.tsx';
import { ruleTile } from './RuleTile.tsx';
import { stateTile } from './StateTile.tsx';
import { twinTile } from './TwinTile.tsx';
import type { ObjectOf, TileKind } from './tile-props.ts';
import { shownSize } from './tile-size.ts';

/** A favourite for the frame of its tile, independent of its type. */
export interface RenderedTile {
  sizes: readonly FavouriteSize[];
  size: FavouriteSize;
  to: string;
  place: string;
  sign: ReactNode;
  isOperated: boolean;
  body: ReactNode;
}

function draw<T extends FavouriteType>(kind: TileKind<T>, object: ObjectOf<T>, stored: FavouriteSize): RenderedTile {
  const { icon: Icon, Sign, Body, sizes, pathOf, placeOf, operatedAt = [] } = kind;
  const size = shownSize(stored, sizes);
  return {
    sizes,
    size,
    to: pathOf(object),
    place: placeOf(object),
    sign: Sign ? <Sign object={object} /> : <Icon size="1rem" />,
    isOperated: operatedAt.includes(size),
    body: <Body object={object} size={size} />,
  };
}

const drawers: { [T in FavouriteType]: (object: ObjectOf<T>, size: FavouriteSize) => RenderedTile } = {
  twin: (object, size) => draw(twinTile, object, size),
  state: (object, size) => draw(stateTile, object, size),
  dashboard: (object, size) => draw(dashboardTile, object, size),
  rule: (object, size) => draw(ruleTile, object, size),
  connector: (object, size) => draw(connectorTile, object, size),
  driver: (object, size) => draw(driverTile, object, size),
};

export const renderTile = <T extends FavouriteType>(type: T, object: ObjectOf<T>, size: FavouriteSize): RenderedTile =>
  drawers[type](object, size);
