import { describe, expect, it } from 'vitest';
import { permissionsIn, satisfies, splitPermission, subjects } from './core/permission.ts';
import { screenAt, screens } from './screens.ts';

function allows(path: string, held: string[]): boolean {
  const rule = screenAt(path)?.rule;
  if (rule === undefined) throw new Error(`No screen ${path}`);
  return rule === 'public' || rule === 'login' || satisfies(rule, (permission) => held.includes(permission));
}

describe('screens', () => {
  it('holds every screen of the specification once, and our own', () => {
    expect(screens).toHaveLength(83);
    expect(new Set(screens.map((screen) => screen.path)).size).toBe(83);
  });

  it('is public exactly where no login is needed', () => {
    expect(screens.filter((screen) => screen.rule === 'public').map((screen) => screen.path)).toEqual([
      '/',
      '/login',
      '/error',
      '/reset-password',
      '/change-password',
      '/oauth',
      '/public/{key}/tiles/{id}',
      '/public/{key}/map/{twinId}',
    ]);
  });

  it('hides toolbar and drawer on the pages that say so', () => {
    expect(screens.filter((screen) => screen.hasLayout === false).map((screen) => screen.path)).toEqual([
      '/',
      '/login',
      '/error',
      '/reset-password',
      '/change-password',
      '/oauth',
      '/public/{key}/tiles/{id}',
      '/public/{key}/map/{twinId}',
      '/is-warnapp-viewer',
    ]);
  });

  it('redirects to screens that exist', () => {
    const targets = screens.flatMap((screen) => screen.redirect ?? []);
    expect(targets).toEqual(['/digitaltwin-state-overview']);
    expect(targets.every((target) => screenAt(target))).toBe(true);
  });

  it('asks for known subjects only', () => {
    const asked = screens.flatMap(({ rule }) => (rule === 'public' || rule === 'login' ? [] : permissionsIn(rule)));
    const unknown = asked.filter(
      (permission) => !subjects.some((subject) => subject === splitPermission(permission).subject),
    );
    expect(unknown).toEqual([]);
  });

  it.each([
    ['/digitaltwin-state-overview', ['DigitalTwin.list'], false],
    ['/digitaltwin-state-overview', ['DigitalTwin.list', 'DigitalTwinStates.read'], true],
    ['/digitaltwin-state-overview', ['DigitalTwin.read'], true],
    ['/virtual-devices/{id}', ['VirtualDevice.manage'], true],
    ['/virtual-device-groups', ['VirtualDevice.read'], false],
    ['/virtual-device-groups', ['VirtualDeviceGroup.read'], true],
    ['/account-mgmt/user/{tenantId}/', ['UserManagement.read'], false],
    ['/account-mgmt/user/{tenantId}/{id}', ['UserManagement.manage'], true],
    ['/niota-classic/device-types', ['VirtualDevice.read'], true],
    ['/niota-classic/device-types/{deviceTypeId}/details', ['VirtualDevice.read'], false],
    ['/niota-classic/gw-mgmt', ['all.read'], true],
    ['/alarm-log-reports', ['VirtualDevice.read'], false],
    ['/superadmin-terminal', ['all.manage'], false],
    ['/home', [], true],
  ])('%s with %j: %s', (path, held, expected) => {
    expect(allows(path, held)).toBe(expected);
  });
});
