import type { Dashboard } from '@stellwerk/contract/dashboard';
import { type ComponentType, createContext, useContext } from 'react';
import type { DataQuestion } from '../widget.queries.ts';

export interface EmbeddedDashboardProps {
  dashboard: Dashboard;
  question: DataQuestion;
}

/** What a widget can know of the dashboard around it. */
export interface ViewAround {
  dashboardId: number;
  /** Time range and parameters that hold now. */
  question: DataQuestion;
  /** Dashboards around this one; zero for the page itself. */
  depth: number;
  /** Draws a dashboard inside of a widget, which can't import what it is itself a part of. */
  Embedded: ComponentType<EmbeddedDashboardProps>;
}

export const ViewContext = createContext<ViewAround | undefined>(undefined);

export const useViewAround = (): ViewAround | undefined => useContext(ViewContext);
