import { createContext } from 'react';

/** Shows another dashboard in place of the surrounding one. */
export type OpenInside = (dashboardId: number, parameters: ReadonlyMap<string, string>) => void;

/** Set around an embedded dashboard whose links stay in its widget; null: links open the page of a dashboard. */
export const InsideNavigation = createContext<OpenInside | null>(null);
