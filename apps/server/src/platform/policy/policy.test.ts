import type { Permission } from '@stellwerk/contract/core/permission';
import { describe, expect, it } from 'vitest';
import { decide, type Grant, holdsSomewhere } from './policy.ts';

/** Worked examples: grants, permission, scope, expected. */
const examples: [string, Grant[], Permission, string, boolean][] = [
  ['a grant covers its scope', [{ scope: '1', permissions: ['DigitalTwin.read'] }], 'DigitalTwin.read', '1', true],
  ['and everything below', [{ scope: '1', permissions: ['DigitalTwin.read'] }], 'DigitalTwin.read', '1.2.3', true],
  ['but not a scope beside', [{ scope: '1.2', permissions: ['DigitalTwin.read'] }], 'DigitalTwin.read', '1.3', false],
  [
    'nor one that starts alike',
    [{ scope: '1.2', permissions: ['DigitalTwin.read'] }],
    'DigitalTwin.read',
    '1.22',
    false,
  ],
  ['nor the parent', [{ scope: '1.2', permissions: ['DigitalTwin.read'] }], 'DigitalTwin.read', '1', false],
  ['manage brings create', [{ scope: '1', permissions: ['VirtualDevice.manage'] }], 'VirtualDevice.create', '1', true],
  ['write brings list', [{ scope: '1', permissions: ['DigitalTwin.write'] }], 'DigitalTwin.list', '1', true],
  ['read does not bring write', [{ scope: '1', permissions: ['DigitalTwin.read'] }], 'DigitalTwin.write', '1', false],
  ['all.read brings every read', [{ scope: '1', permissions: ['all.read'] }], 'Dashboards.read', '1', true],
  ['all.manage impersonates', [{ scope: '1', permissions: ['all.manage'] }], 'UserManagement.impersonate', '1', true],
  [
    'a subject’s manage does not',
    [{ scope: '1', permissions: ['UserManagement.manage'] }],
    'UserManagement.impersonate',
    '1',
    false,
  ],
  ['all.manage is not the system', [{ scope: '1', permissions: ['all.manage'] }], 'super.system.manage', '1', false],
  ['one subject is not all', [{ scope: '1', permissions: ['DigitalTwin.manage'] }], 'all.manage', '1', false],
  ['the system key opens all', [{ scope: '1', permissions: ['super.system.manage'] }], 'all.manage', '1.5', true],
  [
    'an inversion denies below, deeper grants included',
    [
      { scope: '1', permissions: ['!DigitalTwin.read'] },
      { scope: '1.2', permissions: ['DigitalTwin.manage'] },
    ],
    'DigitalTwin.read',
    '1.2',
    false,
  ],
  [
    'and every action that implies it',
    [{ scope: '1', permissions: ['all.manage', '!DigitalTwin.read'] }],
    'DigitalTwin.write',
    '1',
    false,
  ],
  [
    'but not the weaker action',
    [{ scope: '1', permissions: ['DigitalTwin.manage', '!DigitalTwin.write'] }],
    'DigitalTwin.read',
    '1',
    true,
  ],
  [
    'an inverted all denies every subject',
    [{ scope: '1', permissions: ['DigitalTwin.manage', '!all.write'] }],
    'DigitalTwin.manage',
    '1',
    false,
  ],
  [
    'the system key is never denied',
    [{ scope: '1', permissions: ['super.system.manage', '!all.read'] }],
    'DigitalTwin.read',
    '1',
    true,
  ],
];

describe('decide', () => {
  it.each(examples)('%s', (_name, grants, permission, scope, expected) => {
    expect(decide(grants, permission, scope).allowed).toBe(expected);
  });

  it('names the permission and the scope that decided', () => {
    const grants = [{ scope: '1', permissions: ['all.manage', '!DigitalTwin.read'] }];
    expect(decide(grants, 'DigitalTwin.read', '1.4')).toEqual({
      allowed: false,
      reason: 'denied',
      by: { permission: '!DigitalTwin.read', scope: '1' },
    });
  });
});

describe('holdsSomewhere', () => {
  it('is true where one scope allows what another denies', () => {
    const grants = [
      { scope: '1.2', permissions: ['!Dashboards.read'] },
      { scope: '1.3', permissions: ['Dashboards.read'] },
    ];
    expect(holdsSomewhere(grants, 'Dashboards.read')).toBe(true);
    expect(holdsSomewhere(grants.slice(0, 1), 'Dashboards.read')).toBe(false);
  });
});
