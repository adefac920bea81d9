import type { SearchType } from '@stellwerk/contract/search';
import type { Status } from '@stellwerk/contract/twin';
import {
  Box,
  Building2,
  CircleUser,
  CodeXml,
  Gauge,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  Radio,
  Workflow,
} from 'lucide-react';

/** An item of the palette: opens a page or runs an action. */
export interface PaletteItem {
  key: string;
  title: string;
  subtitle?: string;
  icon: LucideIcon;
  status?: Status | null;
  synonyms?: readonly string[];
  does: { path: string } | { run: () => void };
}

export interface PaletteGroup {
  key: string;
  label: string;
  items: readonly PaletteItem[];
}

/** The same icons as in the drawer. */
export const typeIcons: Record<SearchType, LucideIcon> = {
  twin: Box,
  device: Radio,
  dashboard: LayoutDashboard,
  state: Gauge,
  rule: Workflow,
  connector: Plug,
  driver: CodeXml,
  account: Building2,
  user: CircleUser,
};

export const itemsOf = (groups: readonly PaletteGroup[]): PaletteItem[] => groups.flatMap(({ items }) => items);
