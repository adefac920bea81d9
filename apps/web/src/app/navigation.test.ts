import { subjects } from '@stellwerk/contract/core/permission';
import { type Screen, screens } from '@stellwerk/contract/screens';
import { featureFlagDefaults, noSession, type Session } from '@stellwerk/contract/session';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadContributions, provideContributions } from '../lib/slots.ts';
import { contributions } from './contributions.ts';
import {
  isEntry,
  type NavigationFacts,
  type NavigationGroup,
  navigation,
  navigationFor,
  trailOf,
} from './navigation.ts';
import { builtScreens } from './pages.ts';

const everything = subjects.flatMap((subject) =>
  ['list', 'read', 'create', 'write', 'manage'].map((action) => `${subject}.${action}`),
);

function session(abilities: string[], flags: Record<string, boolean> = {}): Session {
  return {
    ...noSession,
    isAuthenticated: true,
    tenantId: 1,
    abilities,
    featureFlags: { flags: { ...featureFlagDefaults, ...flags } },
  };
}

const pathsOf = (groups: readonly NavigationGroup[]) =>
  Object.fromEntries(
    groups.map(({ name, items }) => [name, items.map((item) => (isEntry(item) ? item.path : `# ${item.heading}`))]),
  );

const shown = (abilities: string[], flags?: Record<string, boolean>, facts?: NavigationFacts) =>
  pathsOf(navigationFor(session(abilities, flags), screens, facts));

beforeAll(async () => {
  provideContributions(async () => contributions);
  await loadContributions();
});

describe('navigationFor', () => {
  it('sorts entries that features contribute into the groups of the specification', () => {
    const groups = pathsOf(navigation());
    expect(groups.applications?.slice(0, 6)).toEqual([
      '/home',
      '/digitaltwin-mgmt',
      '/digitaltwin/rules-monitor',
      '/dashboards',
      '/digitaltwin-state-overview',
      '# modules',
    ]);
    expect(groups.devices).toEqual([
      '/virtual-devices',
      '/virtual-device-groups',
      '/niota-classic/device-types',
      '/virtual-device-drivers',
      '/alarm-logs',
      '/device-templates',
      '/alarm-log-reports',
      '/simulator',
    ]);
    expect(groups.integrations?.at(-1)).toBe('/connectors/list');
    expect(groups.administration).toEqual([
      '/account-mgmt',
      '/user-profile',
      '/system-settings',
      '/account-mgmt-announcements',
      '/account-mgmt-modules',
      '/account-mgmt-roles',
      '/background-jobs',
      '/system-logs',
      '/drawer-links',
      '/superadmin-terminal',
    ]);
  });

  it('shows a user without permissions only entries that need a login, and no empty groups', () => {
    expect(shown([])).toEqual({ applications: ['/home'], administration: ['/user-profile'] });
  });

  it('shows a reader of devices the device entries', () => {
    expect(shown(['VirtualDevice.read']).devices).toEqual(['/virtual-devices', '/alarm-logs', '/simulator']);
  });

  it('follows the feature flags', () => {
    expect(shown(everything).applications).toContain('/dashboards');
    expect(shown(everything, { 'rd-7725-show-dashboards': false }).applications).not.toContain('/dashboards');
    expect(shown(everything, { 'rd-6423-show-rule-exec-monitor': false }).applications).not.toContain(
      '/digitaltwin/rules-monitor',
    );
  });

  it('shows device types or device drivers, never both', () => {
    const off = shown(everything, { env_dispatcher_devicetype_fallback: false }).devices;
    const on = shown(everything, { env_dispatcher_devicetype_fallback: true }).devices;
    expect([off?.includes('/virtual-device-drivers'), off?.includes('/niota-classic/device-types')]).toEqual([
      true,
      false,
    ]);
    expect([on?.includes('/virtual-device-drivers'), on?.includes('/niota-classic/device-types')]).toEqual([
      false,
      true,
    ]);
  });

  it('hides the whole data hub by its flag', () => {
    expect(shown(everything).dataHub).toBeUndefined();
    expect(shown(everything, { env_hide_iotdatahub: false }).dataHub).toHaveLength(8);
  });

  it('drops headings that no entry follows', () => {
    expect(shown(['IsFmTicket.read']).facility).toEqual(['# tickets', '/fm-ticketing-mgmt']);
    expect(shown(['IsFmAccess.manage']).facility).toEqual(['# access', '/fm-access-mgmt']);
    expect(shown(['DigitalTwin.read']).applications).not.toContain('# modules');
  });

  it('shows the own keys only to users with keys', () => {
    expect(shown(['IsFmAccess.write']).facility).toBeUndefined();
    expect(shown(['IsFmAccess.write'], {}, { hasAccessKeys: true }).facility).toEqual(['# access', '/fm-access']);
  });

  it('hides entries without a matching screen', () => {
    const fewer: Screen[] = screens.filter((screen) => screen.path !== '/home');
    expect(pathsOf(navigationFor(session([]), fewer))).toEqual({ administration: ['/user-profile'] });
  });

  it('hides entries of screens that no feature has built', () => {
    const built = pathsOf(navigationFor(session(everything), builtScreens()));
    expect(built.devices).toEqual([
      '/virtual-devices',
      '/virtual-device-groups',
      '/virtual-device-drivers',
      '/alarm-logs',
      '/device-templates',
      '/alarm-log-reports',
      '/simulator',
    ]);
    expect(built.integrations).toEqual([
      '/connectors/consumers/list',
      '/connectors/consumers/filters',
      '/connectors/consumers/transformers',
      '/connectors/list',
    ]);
    expect([built.facility, built.systems, built.applications?.includes('# modules')]).toEqual([
      undefined,
      ['/niota-classic/service-builders'],
      false,
    ]);
  });

  it('links only to screens of the contract', () => {
    const paths = navigation()
      .flatMap(({ items }) => items.filter(isEntry))
      .map(({ path }) => path);
    expect(paths.filter((path) => !screens.some((screen) => screen.path === path))).toEqual([]);
  });
});

describe('trailOf', () => {
  it.each([
    ['/virtual-devices', 'devices', '/virtual-devices'],
    ['/virtual-devices/7', 'devices', '/virtual-devices'],
    ['/connectors/consumers/transformers/create', 'integrations', '/connectors/consumers/transformers'],
    ['/connectors/edit/1/2', 'integrations', '/connectors/list'],
    ['/connectors/consumers/filters', 'integrations', '/connectors/consumers/filters'],
    ['/account-mgmt-roles', 'administration', '/account-mgmt-roles'],
    ['/account-mgmt/user/1/2', 'administration', '/account-mgmt'],
  ])('puts %s into %s at %s', (path, group, entry) => {
    expect(trailOf(path)).toMatchObject({ group, entry: { path: entry } });
  });

  it('finds no entry for pages outside the drawer', () => {
    expect(trailOf('/help')).toBeUndefined();
    expect(trailOf('/virtual-devices-archive')).toBeUndefined();
  });
});
