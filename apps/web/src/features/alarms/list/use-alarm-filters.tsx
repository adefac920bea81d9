import { alarmStatuses, alarmTypes } from '@stellwerk/contract/alarm';
import { alarmCategories, alarmSeverities } from '@stellwerk/contract/rule';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import type { TableFilter } from '../../../ui/table/types.ts';
import { PickDialog } from '../../../ui/tree/PickDialog.tsx';
import { useDeviceFilters } from '../../devices/index.ts';
import { type PickedTwin, TwinPicker, useTwin } from '../../twins/index.ts';

/** Filters that alarms share with the device list; alarms have their own status filter. */
const shared: Record<string, string> = {
  status: 'operational',
  driver: 'driver',
  account: 'account',
  groups: 'groups',
  tags: 'tags',
};

function TwinName({ id }: { id: number }) {
  const twin = useTwin(id);
  return twin.data?.title ?? String(id);
}

function useOriginFilter(): TableFilter {
  const { t } = useTranslation(['alarms', 'twins']);
  const seesTree = useCan('DigitalTwin.read');
  return useMemo(() => {
    const filter: TableFilter = { id: 'device', label: t('filter.device'), single: true };
    if (!seesTree) return filter;
    return {
      ...filter,
      nameOf: (value) => <TwinName id={Number(value)} />,
      dialog: ({ values, onChange, onClose }) => (
        <PickDialog<PickedTwin>
          title={t('filter.chooseDevice')}
          chooseLabel={t('filter.choose')}
          onChoose={({ id }) => onChange([String(id)])}
          onClose={onClose}
        >
          {(picked, pick) => (
            <TwinPicker
              label={t('filter.device')}
              selected={[picked?.id ?? Number(values[0])].filter((id) => id > 0)}
              onSelect={(_, twin) => pick(twin)}
            />
          )}
        </PickDialog>
      ),
    };
  }, [t, seesTree]);
}

/** The filters of the log; the log of a single object has no object filters. */
export function useAlarmFilters({ isOfOne }: { isOfOne: boolean }): TableFilter[] {
  const { t } = useTranslation(['alarms', 'ui']);
  const ofDevices = useDeviceFilters();
  const origin = useOriginFilter();
  return useMemo(
    () => [
      {
        id: 'status',
        label: t('column.status'),
        single: true,
        options: alarmStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        id: 'severity',
        label: t('column.severity'),
        single: true,
        options: alarmSeverities.map((value) => ({ value, label: t(`ui:status.${value}`) })),
      },
      {
        id: 'category',
        label: t('column.category'),
        options: alarmCategories.map((value) => ({ value, label: t(`category.${value}`) })),
      },
      {
        id: 'type',
        label: t('column.type'),
        single: true,
        options: alarmTypes.map((value) => ({ value, label: t(`type.${value}`) })),
      },
      ...(isOfOne
        ? []
        : [
            origin,
            { id: 'externalId', label: t('filter.externalId'), single: true },
            { id: 'cause', label: t('filter.cause'), single: true },
            ...ofDevices.flatMap((filter) => {
              const id = shared[filter.id];
              return id ? [{ ...filter, id }] : [];
            }),
          ]),
    ],
    [t, ofDevices, origin, isOfOne],
  );
}
