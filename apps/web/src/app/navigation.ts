import type { Screen, ScreenPath } from '@stellwerk/contract/screens';
import type { FeatureFlag, Session } from '@stellwerk/contract/session';
import { can } from '../lib/abilities.ts';
import type { NavigationIcon } from './shell/navigation-icons.ts';

export interface NavigationEntry {
  path: ScreenPath;
  icon: NavigationIcon;
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

export type NavigationItem = NavigationEntry | NavigationHeading;

export interface NavigationGroup {
  name: 'applications' | 'devices' | 'integrations' | 'dataHub' | 'systems' | 'administration' | 'facility';
  unlessFlag?: FeatureFlag;
  items: readonly NavigationItem[];
}

export const isEntry = (item: NavigationItem): item is NavigationEntry => 'path' in item;

/** The drawer as the specification lists it; who sees an entry is said by the screen it leads to. */
export const navigation: readonly NavigationGroup[] = [
  {
    name: 'applications',
    items: [
      { path: '/home', icon: 'home' },
      { path: '/digitaltwin-mgmt', icon: 'twin' },
      { path: '/digitaltwin/rules-monitor', icon: 'activity', flag: 'rd-6423-show-rule-exec-monitor' },
      { path: '/dashboards', icon: 'dashboard', flag: 'rd-7725-show-dashboards' },
      { path: '/digitaltwin-state-overview', icon: 'states' },
      { heading: 'modules' },
      { path: '/is-warnapp-viewer', icon: 'warning' },
      { path: '/is-warnapp-admin', icon: 'warningSettings' },
      { path: '/is-assetmgmt/assets', icon: 'asset' },
      { path: '/is-assetmgmt/zones', icon: 'zone' },
      { path: '/is-assetmgmt/map', icon: 'map' },
    ],
  },
  {
    name: 'devices',
    items: [
      { path: '/virtual-devices', icon: 'device' },
      { path: '/virtual-device-groups', icon: 'group' },
      { path: '/niota-classic/device-types', icon: 'deviceType', flag: 'env_dispatcher_devicetype_fallback' },
      { path: '/virtual-device-drivers', icon: 'driver', unlessFlag: 'env_dispatcher_devicetype_fallback' },
      { path: '/alarm-logs', icon: 'alarm' },
      { path: '/device-templates', icon: 'template' },
      { path: '/alarm-log-reports', icon: 'report' },
      { path: '/simulator', icon: 'simulator' },
    ],
  },
  {
    name: 'integrations',
    items: [
      { path: '/connectors/consumers/list', icon: 'flow' },
      { path: '/connectors/consumers/filters', icon: 'filter' },
      { path: '/connectors/consumers/transformers', icon: 'transformer' },
      { path: '/connectors/list', icon: 'connector' },
    ],
  },
  {
    name: 'dataHub',
    unlessFlag: 'env_hide_iotdatahub',
    items: [
      { path: '/niota-classic/applications', icon: 'application' },
      { path: '/niota-classic/consumers', icon: 'consumer' },
      { path: '/niota-classic/devices', icon: 'device' },
      { path: '/niota-classic/device-types', icon: 'deviceType' },
      { path: '/niota-classic/gw-mgmt', icon: 'gateway' },
      { path: '/niota-classic/device-monitoring', icon: 'monitoring' },
      { path: '/niota-classic/originators', icon: 'originator' },
      { path: '/niota-classic/data-sources', icon: 'dataSource' },
    ],
  },
  { name: 'systems', items: [{ path: '/niota-classic/service-builders', icon: 'builder' }] },
  {
    name: 'administration',
    items: [
      { path: '/account-mgmt', icon: 'account' },
      { path: '/user-profile', icon: 'profile' },
      { path: '/system-settings', icon: 'settings' },
      { path: '/account-mgmt-announcements', icon: 'announcement' },
      { path: '/account-mgmt-modules', icon: 'module' },
      { path: '/account-mgmt-roles', icon: 'role' },
      { path: '/background-jobs', icon: 'job' },
      { path: '/system-logs', icon: 'log' },
      { path: '/superadmin-terminal', icon: 'terminal' },
    ],
  },
  {
    name: 'facility',
    items: [
      { heading: 'tickets' },
      { path: '/fm-add-ticket', icon: 'newTicket' },
      { path: '/fm-ticketing-mgmt', icon: 'ticket' },
      { heading: 'access' },
      { path: '/fm-access', icon: 'key', needsAccessKeys: true },
      { path: '/fm-access-mgmt', icon: 'access' },
    ],
  },
];

export interface NavigationFacts {
  /** Own door keys; asked from the server once facility access exists. */
  hasAccessKeys?: boolean;
}

/** What this user finds in the drawer. Entries without a screen, a permission or their flag are left out. */
export function navigationFor(
  session: Session,
  screens: readonly Screen[],
  facts: NavigationFacts = {},
  groups: readonly NavigationGroup[] = navigation,
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

export interface Trail {
  group: NavigationGroup['name'];
  /** The entry that the page belongs to; equal to the page itself or above it. */
  entry: NavigationEntry;
}

/** `/connectors/list` stands for everything below `/connectors`. */
const folderOf = ({ path }: NavigationEntry) => `${path.replace(/\/list$/, '')}/`;

/** Where in the drawer a page belongs: the entry with the longest path that the page's path begins with. */
export function trailOf(path: string, groups: readonly NavigationGroup[] = navigation): Trail | undefined {
  const trails = groups.flatMap(({ name, items }) => items.filter(isEntry).map((entry) => ({ group: name, entry })));
  return trails
    .filter(({ entry }) => path === entry.path || path.startsWith(folderOf(entry)))
    .sort((a, b) => b.entry.path.length - a.entry.path.length)[0];
}
