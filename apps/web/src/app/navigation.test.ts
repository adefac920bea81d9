import { subjects } from '@stellwerk/contract/core/permission';
import { type Screen, screens } from '@stellwerk/contract/screens';
import { featureFlagDefaults, noSession, type Session } from '@stellwerk/contract/session';
import { describe, expect, it } from 'vitest';
import {
  isEntry,
  type NavigationFacts,
  type NavigationGroup,
  navigation,
  navigationFor,
  trailOf,
} from './navigation.ts';

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

describe('navigationFor', () => {
  it('shows a user without permissions what needs a login alone, and no empty groups', () => {
    expect(shown([])).toEqual({ applications: ['/home'], administration: ['/user-profile'] });
  });

  it('shows a reader of devices the device entries', () => {
    expect(shown(['VirtualDevice.read']).devices).toEqual(['/virtual-devices', '/alarm-logs', '/simulator']);
  });

  it('follows the flags', () => {
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

  it('shows the own keys only to those who have some', () => {
    expect(shown(['IsFmAccess.write']).facility).toBeUndefined();
    expect(shown(['IsFmAccess.write'], {}, { hasAccessKeys: true }).facility).toEqual(['# access', '/fm-access']);
  });

  it('hides entries without a matching screen', () => {
    const fewer: Screen[] = screens.filter((screen) => screen.path !== '/home');
    expect(pathsOf(navigationFor(session([]), fewer))).toEqual({ administration: ['/user-profile'] });
  });

  it('leads to screens of the contract alone', () => {
    const paths = navigation.flatMap(({ items }) => items.filter(isEntry)).map(({ path }) => path);
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
  ])('%s belongs to %s at %s', (path, group, entry) => {
    expect(trailOf(path)).toMatchObject({ group, entry: { path: entry } });
  });

  it('knows no place for pages outside the drawer', () => {
    expect(trailOf('/help')).toBeUndefined();
    expect(trailOf('/virtual-devices-archive')).toBeUndefined();
  });
});
