import { describe, expect, it } from 'vitest';
import { bodyOf, emptyDevice, reimportOf } from './wizard-form.ts';

const body = bodyOf({
  ...emptyDevice,
  title: 'Sensor',
  externalId: 'A1',
  connectorId: 1,
  driverId: null,
  place: 'top',
  tenantId: 3,
});

describe('a device that exists already', () => {
  it('keeps what was left empty, and its place', () => expect(reimportOf(body)).toEqual({ title: 'Sensor' }));

  it('takes over what was entered', () => {
    const entered = {
      driverId: 7,
      operationalStatus: 'inOperation',
      tags: ['roof'],
      connectorData: { key: 'x' },
    } as const;
    const change = reimportOf({ ...body, ...entered, tags: [...entered.tags] });
    expect(change).toEqual({ title: 'Sensor', ...entered });
  });
});
