import type { DeviceRow } from '@stellwerk/contract/device';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { Tags } from '../../../ui/status/Tags.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../../ui/table/types.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { StarButton } from '../../favourites/index.ts';
import { deviceKeys } from '../device.queries.ts';
import { HealthButton } from '../health/HealthButton.tsx';

const words = (texts: readonly string[]) => (texts.length > 0 ? <Tags tags={texts} /> : '—');

/** What a list of devices can show; most of it only on demand. */
export function useDeviceColumns(onHealth: (device: DeviceRow) => void): TableColumn<DeviceRow>[] {
  const { t } = useTranslation('devices');
  const queries = useQueryClient();
  return useMemo(() => {
    const reload = () => void queries.invalidateQueries({ queryKey: deviceKeys.all });
    return [
      {
        id: 'title',
        title: t('column.title'),
        grow: 3,
        width: 24,
        sortable: true,
        card: 'title',
        render: ({ title, externalId }) => <TitleCell title={title} detail={externalId} />,
      },
      {
        id: 'health',
        title: t('column.health'),
        width: 16,
        sortable: true,
        card: 'status',
        render: (device) =>
          device.disabled ? (
            <NeutralChip label={t('disabled')} />
          ) : (
            <HealthButton device={device} onOpen={() => onHealth(device)} />
          ),
      },
      {
        id: 'lastSeenAt',
        title: t('column.lastSeenAt'),
        width: 18,
        sortable: true,
        render: ({ lastSeenAt }) => <Age at={lastSeenAt} />,
      },
      {
        id: 'driver',
        title: t('column.driver'),
        grow: 2,
        width: 22,
        render: ({ driver }) =>
          driver ? t('driverVersion', { title: driver.title, version: driver.version ?? '—' }) : '—',
      },
      {
        id: 'path',
        title: t('column.path'),
        grow: 2,
        width: 16,
        render: ({ ancestors }) => ancestors.map(({ title }) => title).join(' › ') || '—',
      },
      {
        id: 'connector',
        title: t('column.connector'),
        grow: 1,
        width: 18,
        render: ({ connector }) => connector.name,
      },
      {
        id: 'operationalStatus',
        title: t('column.operationalStatus'),
        width: 18,
        sortable: true,
        optional: true,
        render: ({ operationalStatus }) =>
          operationalStatus === 'unset' ? '—' : t(`operationalStatus.${operationalStatus}`),
      },
      { id: 'tags', title: t('column.tags'), grow: 1, width: 13, optional: true, render: ({ tags }) => words(tags) },
      { id: 'groups', title: t('column.groups'), width: 16, optional: true, render: ({ groups }) => words(groups) },
      {
        id: 'account',
        title: t('column.account'),
        width: 16,
        optional: true,
        render: ({ tenantName }) => tenantName,
      },
      {
        id: 'externalId',
        title: t('column.externalId'),
        width: 22,
        sortable: true,
        optional: true,
        card: 'none',
        render: ({ externalId }) => externalId,
      },
      { id: 'address', title: t('column.address'), width: 24, optional: true, render: ({ address }) => address || '—' },
      {
        id: 'references',
        title: t('column.references'),
        width: 24,
        optional: true,
        render: ({ references = [] }) => references.map(({ name, value }) => `${name}: ${value}`).join(' · ') || '—',
      },
      {
        id: 'properties',
        title: t('column.properties'),
        width: 24,
        optional: true,
        render: ({ keyValue = [] }) => keyValue.map(({ key, value }) => `${key}: ${value}`).join(' · ') || '—',
      },
      {
        id: 'updatedAt',
        title: t('column.updatedAt'),
        width: 15,
        sortable: true,
        optional: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 15,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
      {
        id: 'favourite',
        title: t('column.favourite'),
        width: 9,
        align: 'right',
        card: 'none',
        render: (device) => <StarButton type="twin" object={device} onChanged={reload} />,
      },
    ];
  }, [t, onHealth, queries]);
}
