import type { Screen, ScreenPath } from '@stellwerk/contract/screens';
import type { FeatureFlag, Session } from '@stellwerk/contract/session';
import {
  AppWindow,
  Cpu,
  Database,
  DoorOpen,
  FileChartLine,
  Funnel,
  Hexagon,
  KeyRound,
  type LucideIcon,
  Map as MapIcon,
  Monitor,
  Package,
  Radio,
  Router,
  Send,
  ShieldAlert,
  Shuffle,
  Ticket,
  TicketPlus,
  TriangleAlert,
  Users,
  Workflow,
} from 'lucide-react';
import { can } from '../lib/abilities.ts';
import { type DrawerEntry, type DrawerGroup, drawerEntries } from '../lib/drawer-entries.ts';
import type { Part } from '../ui/lazy-part.tsx';

export interface NavigationEntry {
  path: ScreenPath;
  icon: LucideIcon;
  badge?: Part<object>;
  /** Shown only while the flag is on. */
  flag?: FeatureFlag;
  /** Shown only while the flag is off. */
  unlessFlag?: FeatureFlag;
  needsAccessKeys?: true;
}

/** A heading inside a group; dropped when no entry follows it. */
export interface NavigationHeading {
  heading: 'modules' | 'tickets' | 'access';
}

export type NavigationItem = { position: number } & (NavigationEntry | NavigationHeading);

export interface NavigationGroup {
  name: DrawerGroup;
  unlessFlag?: FeatureFlag;
  items: readonly NavigationItem[];
}

export const isEntry = (item: NavigationItem): item is NavigationItem & NavigationEntry => 'path' in item;

/** Groups and headings as the specification lists them, and the entries of screens that no feature has built yet. */
const frame: readonly NavigationGroup[] = [
  {
    name: 'applications',
    items: [
      { position: 600, heading: 'modules' },
      { position: 700, path: '/is-warnapp-viewer', icon: TriangleAlert },
      { position: 800, path: '/is-warnapp-admin', icon: ShieldAlert },
      { position: 900, path: '/is-assetmgmt/assets', icon: Package },
      { position: 1000, path: '/is-assetmgmt/zones', icon: Hexagon },
      { position: 1100, path: '/is-assetmgmt/map', icon: MapIcon },
    ],
  },
  {
    name: 'devices',
    items: [
      { position: 300, path: '/niota-classic/device-types', icon: Cpu, flag: 'env_dispatcher_devicetype_fallback' },
      { position: 700, path: '/alarm-log-reports', icon: FileChartLine },
    ],
  },
  {
    name: 'integrations',
    items: [
      { position: 100, path: '/connectors/consumers/list', icon: Workflow },
      { position: 200, path: '/connectors/consumers/filters', icon: Funnel },
      { position: 300, path: '/connectors/consumers/transformers', icon: Shuffle },
    ],
  },
  {
    name: 'dataHub',
    unlessFlag: 'env_hide_iotdatahub',
    items: [
      { position: 100, path: '/niota-classic/applications', icon: AppWindow },
      { position: 200, path: '/niota-classic/consumers', icon: Send },
      { position: 300, path: '/niota-classic/devices', icon: Radio },
      { position: 400, path: '/niota-classic/device-types', icon: Cpu },
      { position: 500, path: '/niota-classic/gw-mgmt', icon: Router },
      { position: 600, path: '/niota-classic/device-monitoring', icon: Monitor },
      { position: 700, path: '/niota-classic/originators', icon: Users },
      { position: 800, path: '/niota-classic/data-sources', icon: Database },
    ],
  },
  {
    name: 'systems',
    items: [],
  },
  { name: 'administration', items: [] },
  {
    name: 'facility',
    items: [
      { position: 100, heading: 'tickets' },
      { position: 200, path: '/fm-add-ticket', icon: TicketPlus },
      { position: 300, path: '/fm-ticketing-mgmt', icon: Ticket },
      { position: 400, heading: 'access' },
      { position: 500, path: '/fm-access', icon: KeyRound, needsAccessKeys: true },
      { position: 600, path: '/fm-access-mgmt', icon: DoorOpen },
    ],
  },
];

/** The whole drawer: the frame with the entries that features contribute. */
export const navigation = (contributed: readonly DrawerEntry[] = drawerEntries.entries()): NavigationGroup[] =>
  frame.map((group) => ({
    ...group,
    items: [
      ...group.items,
      ...contributed.filter((entry) => entry.group === group.name).map(({ id, ...entry }) => ({ path: id, ...entry })),
    ].sort((a, b) => a.position - b.position),
  }));

export interface NavigationFacts {
  /** Own door keys; queried from the server once facility access exists. */
  hasAccessKeys?: boolean;
}

/** The drawer entries for this user. Entries without a screen, a permission or their flag are omitted. */
export function navigationFor(
  session: Session,
  screens: readonly Screen[],
  facts: NavigationFacts = {},
  groups: readonly NavigationGroup[] = navigation(),
): NavigationGroup[] {
  const isOn = (flag: FeatureFlag) => session.featureFlags.flags[flag] === true;
  const passesFlags = (it: { flag?: FeatureFlag; unlessFlag?: FeatureFlag }) =>
    (!it.flag || isOn(it.flag)) && !(it.unlessFlag && isOn(it.unlessFlag));

  function isShown(entry: NavigationEntry): boolean {
    const rule = screens.find((screen) => screen.path === entry.path)?.rule;
    if (rule === undefined || !passesFlags(entry)) return false;
    if (entry.needsAccessKeys && !facts.hasAccessKeys) return false;
    return rule === 'public' || rule === 'login' || can(session, rule);
  }

  return groups
    .filter(passesFlags)
    .map((group) => {
      const shown = group.items.filter((item) => !isEntry(item) || isShown(item));
      const items = shown.filter((item, index) => {
        const next = shown[index + 1];
        return isEntry(item) || (next !== undefined && isEntry(next));
      });
      return { ...group, items };
    })
    .filter((group) => group.items.length > 0);
}

export interface PageBreadcrumbs {
  group: NavigationGroup['name'];
  /** The entry of the page itself or of a page above it. */
  entry: NavigationEntry;
}

/** `/connectors/list` covers everything below `/connectors`. */
const folderOf = ({ path }: NavigationEntry) => `${path.replace(/\/list$/, '')}/`;

/** Finds the drawer entry of a page: the entry with the longest path that is a prefix of the page's path. */
export function trailOf(path: string, groups: readonly NavigationGroup[] = navigation()): PageBreadcrumbs | undefined {
  const trails = groups.flatMap(({ name, items }) => items.filter(isEntry).map((entry) => ({ group: name, entry })));
  return trails
    .filter(({ entry }) => path === entry.path || path.startsWith(folderOf(entry)))
    .sort((a, b) => b.entry.path.length - a.entry.path.length)[0];
}
