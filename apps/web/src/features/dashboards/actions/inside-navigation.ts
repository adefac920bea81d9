import { createContext } from 'react';

/** Shows another dashboard in the place of the one around. */
export type OpenInside = (dashboardId: number, parameters: ReadonlyMap<string, string>) => void;

/** Set around a dashboard inside of a widget whose links stay in it; null: the page of a dashboard is opened. */
export const InsideNavigation = createContext<OpenInside | null>(null);
