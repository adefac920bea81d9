import type { Dashboard } from '@stellwerk/contract/dashboard';
import { type ComponentType, createContext, useContext } from 'react';
import type { DashboardDataQuery } from '../widget.queries.ts';

export interface EmbeddedDashboardProps {
  dashboard: Dashboard;
  dataQuery: DashboardDataQuery;
}

/** Properties of the surrounding dashboard for a widget. */
export interface EnclosingView {
  dashboardId: number;
  /** The current time range and parameters. */
  dataQuery: DashboardDataQuery;
  /** Number of surrounding dashboards; zero for the page itself. */
  depth: number;
  /** Renders a dashboard inside a widget, which cannot import the module that contains it. */
  Embedded: ComponentType<EmbeddedDashboardProps>;
}

export const ViewContext = createContext<EnclosingView | undefined>(undefined);

export const useEnclosingView = (): EnclosingView | undefined => useContext(ViewContext);
