import { Box } from '@mui/material';
import type { DriverRow } from '@stellwerk/contract/driver';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { Age } from '../../ui/value/Age.tsx';
import { DriverImage } from './DriverImage.tsx';
import { DriverVersionChip } from './DriverVersionChip.tsx';

export function useDriverColumns(): TableColumn<DriverRow>[] {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('column.title'),
        grow: 3,
        width: 28,
        sortable: true,
        card: 'title',
        render: (driver) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, width: '100%', minWidth: 0 }}>
            <DriverImage driver={driver} size={4.5} />
            <TitleCell title={driver.title} detail={driver.description} />
          </Box>
        ),
      },
      {
        id: 'manufacturer',
        title: t('column.manufacturer'),
        grow: 1,
        width: 16,
        sortable: true,
        render: ({ manufacturer }) => manufacturer || '—',
      },
      {
        id: 'version',
        title: t('column.version'),
        width: 22,
        card: 'status',
        render: (driver) => <DriverVersionChip driver={driver} />,
      },
      {
        id: 'parser',
        title: t('column.parser'),
        width: 18,
        render: ({ parserType }) => t(`parserType.${parserType}`),
      },
      {
        id: 'devices',
        title: t('column.devices'),
        width: 10,
        align: 'right',
        render: ({ deviceCount }) => formats.number(deviceCount),
      },
      {
        id: 'visibility',
        title: t('column.visibility'),
        width: 13,
        render: ({ visibility }) => t(`visibility.${visibility}`),
      },
      { id: 'account', title: t('column.account'), grow: 1, width: 16, render: ({ accountName }) => accountName },
      {
        id: 'updatedAt',
        title: t('column.updatedAt'),
        width: 13,
        sortable: true,
        render: ({ updatedAt }) => <Age at={updatedAt} />,
      },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 14,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
    ],
    [t, formats],
  );
}
