import { healths, operationalStatuses } from '@stellwerk/contract/device';
import { createSmartGroup, type SmartGroup, type SmartGroupFilter } from '@stellwerk/contract/smart-group';
import { z } from 'zod';

const { title, tenantId, description, packetThreshold, monitorsPackets } = createSmartGroup.body.shape;
const filter = createSmartGroup.body.shape.filter.unwrap();

/** The fields of the dialog: empty lists and texts mean that the filter does not have the field. */
export const groupFormSchema = z
  .object({
    title,
    tenantId,
    description: description.unwrap(),
    filter: z.object({
      ...filter.shape,
      health: z.array(z.enum(healths)),
      operationalStatus: z.array(z.enum(operationalStatuses)),
      disabled: z.enum(['true', 'false']).optional(),
      search: z.string().trim().max(200),
    }),
    monitorsPackets: monitorsPackets.unwrap(),
    packetThreshold: packetThreshold.unwrap(),
  })
  .refine((group) => !group.monitorsPackets || group.packetThreshold !== null, { path: ['packetThreshold'] });
export type GroupFormValues = z.output<typeof groupFormSchema>;

const blank: GroupFormValues['filter'] = { health: [], operationalStatus: [], tags: [], groups: [], search: '' };

export function formOf(group: SmartGroup | undefined, ownAccountId: number | undefined): Partial<GroupFormValues> {
  if (!group) {
    const common = { title: '', description: '', filter: blank, monitorsPackets: false, packetThreshold: null };
    return ownAccountId === undefined ? common : { ...common, tenantId: ownAccountId };
  }
  const { disabled, ...rest } = group.filter;
  return {
    ...{ title: group.title, tenantId: group.tenantId, description: group.description },
    filter: { ...blank, ...rest, ...(disabled === undefined ? {} : { disabled: disabled ? 'true' : 'false' }) },
    monitorsPackets: group.monitorsPackets,
    packetThreshold: group.packetThreshold,
  };
}

/** Only the fields that narrow the group, so that a group of all devices has an empty filter. */
export function filterOf({ disabled, search, search_operator, ...rest }: GroupFormValues['filter']): SmartGroupFilter {
  const filled = Object.entries(rest).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...Object.fromEntries(filled),
    ...(disabled === undefined ? {} : { disabled: disabled === 'true' }),
    ...(search === '' ? {} : { search, ...(search_operator === 'OR' ? { search_operator } : {}) }),
  };
}
