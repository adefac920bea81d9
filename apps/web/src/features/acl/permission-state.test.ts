import { describe, expect, it } from 'vitest';
import { essence, nextPermissions, permissionState } from './permission-state.ts';

describe('permissionState', () => {
  it('distinguishes granted from implied permissions', () => {
    const held = ['DigitalTwin.write', '!Dashboards.read', 'Dashboards.manage'];
    const state = (permission: string) => permissionState(held, permission);
    expect(state('DigitalTwin.write')).toEqual({ kind: 'allowed' });
    expect(state('DigitalTwin.read')).toEqual({ kind: 'implied', through: 'DigitalTwin.write' });
    expect(state('DigitalTwin.manage')).toEqual({ kind: 'none' });
    expect(state('Dashboards.read')).toEqual({ kind: 'denied' });
    expect(state('Dashboards.manage')).toEqual({ kind: 'overruled', through: '!Dashboards.read' });
    expect(permissionState(['!all.write'], 'IotHub.manage')).toEqual({ kind: 'excluded', through: '!all.write' });
  });
});

describe('nextPermissions', () => {
  it('cycles: none, allowed, denied', () => {
    const steps = [nextPermissions(['A.read'], 'B.read')];
    for (let step = 0; step < 2; step += 1) steps.push(nextPermissions(steps.at(-1) ?? [], 'B.read'));
    expect(steps).toEqual([['A.read', 'B.read'], ['A.read', '!B.read'], ['A.read']]);
  });

  it('never denies the system permission', () => {
    expect(nextPermissions(['super.system.manage'], 'super.system.manage')).toEqual([]);
  });
});

describe('essence', () => {
  it('omits permissions that another one implies', () => {
    const held = ['DigitalTwin.read', 'DigitalTwin.manage', 'Dashboards.read', '!IotHub.read', '!IotHub.manage'];
    expect(essence(held)).toEqual({ allowed: ['DigitalTwin.manage', 'Dashboards.read'], denied: ['IotHub.read'] });
    expect(essence(['all.manage', 'DigitalTwin.read', '!all.read'])).toEqual({ allowed: [], denied: ['all.read'] });
  });
});
