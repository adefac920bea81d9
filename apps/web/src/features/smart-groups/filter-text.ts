import type { SmartGroup } from '@stellwerk/contract/smart-group';
import type { TFunction } from 'i18next';

type Filter = SmartGroup['filter'];

export interface FilterPart {
  label: string;
  value: string;
}

interface Names {
  connector: (id: number) => string;
  driver: (id: number) => string;
  twin: (id: number) => string;
}

/** The parts of a filter in words; none if every device of the account belongs to the group. */
export function filterParts(
  filter: Filter,
  names: Names,
  t: TFunction<['smart-groups', 'devices', 'ui']>,
): FilterPart[] {
  const listed = (label: string, values: readonly string[] | undefined): FilterPart[] =>
    values && values.length > 0 ? [{ label, value: values.join(', ') }] : [];
  const { twinId, connectorId, driverId, disabled, silentHours, search, search_operator } = filter;
  return [
    ...listed(
      t('devices:column.health'),
      filter.health?.map((health) => t(`ui:status.${health}`)),
    ),
    ...listed(
      t('devices:column.operationalStatus'),
      filter.operationalStatus?.map((status) => t(`devices:operationalStatus.${status}`)),
    ),
    ...(connectorId === undefined ? [] : listed(t('devices:column.connector'), [names.connector(connectorId)])),
    ...(driverId === undefined ? [] : listed(t('devices:column.driver'), [names.driver(driverId)])),
    ...(twinId === undefined ? [] : listed(t('smart-groups:field.twin'), [names.twin(twinId)])),
    ...listed(t('devices:column.tags'), filter.tags),
    ...listed(t('devices:column.groups'), filter.groups),
    ...(disabled === undefined
      ? []
      : listed(t('devices:filter.disabled'), [
          t(disabled ? 'devices:filter.disabledOnly' : 'devices:filter.enabledOnly'),
        ])),
    ...(silentHours === undefined
      ? []
      : listed(t('smart-groups:field.silentHours'), [t('smart-groups:field.hours', { count: silentHours })])),
    ...(search
      ? listed(t(search_operator === 'OR' ? 'smart-groups:field.searchAny' : 'smart-groups:field.searchAll'), [search])
      : []),
  ];
}
