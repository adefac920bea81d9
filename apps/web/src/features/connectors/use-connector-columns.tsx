import { Box } from '@mui/material';
import type { ConnectorRow } from '@stellwerk/contract/connector';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { Age } from '../../ui/value/Age.tsx';
import { ConnectorMenu } from './ConnectorMenu.tsx';
import { ConnectorState } from './ConnectorState.tsx';
import type { ConnectorDialog } from './connector-actions.ts';
import { Direction } from './kinds/Direction.tsx';
import { KindIcon } from './kinds/KindIcon.tsx';
import { useKindTexts } from './kinds/use-kind-texts.ts';

export function useConnectorColumns(onAsk: (dialog: ConnectorDialog) => void): TableColumn<ConnectorRow>[] {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const texts = useKindTexts();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 24,
        sortable: true,
        card: 'title',
        render: ({ name, type }) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
            <KindIcon type={type} />
            <TitleCell title={name} detail={texts.title(type)} />
          </Box>
        ),
      },
      {
        id: 'state',
        title: t('column.state'),
        width: 17,
        sortable: true,
        card: 'status',
        render: (connector) => <ConnectorState connector={connector} />,
      },
      {
        id: 'direction',
        title: t('column.direction'),
        width: 19,
        render: ({ kind }) => <Direction direction={kind} />,
      },
      {
        id: 'devices',
        title: t('column.devices'),
        width: 11,
        align: 'right',
        render: ({ deviceCount }) => formats.number(deviceCount),
      },
      {
        id: 'lastPacketAt',
        title: t('column.lastPacketAt'),
        width: 15,
        sortable: true,
        render: ({ lastPacketAt }) => <Age at={lastPacketAt} />,
      },
      {
        id: 'accepted',
        title: t('column.accepted'),
        width: 14,
        align: 'right',
        render: ({ accepted }) => formats.number(accepted),
      },
      {
        id: 'rejected',
        title: t('column.rejected'),
        width: 14,
        align: 'right',
        render: ({ rejected }) => formats.number(rejected),
      },
      { id: 'account', title: t('column.account'), grow: 1, width: 14, render: ({ tenantName }) => tenantName },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 16,
        sortable: true,
        optional: true,
        render: ({ createdAt }) => <Age at={createdAt} />,
      },
      {
        id: 'actions',
        title: t('column.actions'),
        width: 11,
        align: 'right',
        card: 'menu',
        render: (connector) => <ConnectorMenu connector={connector} onAsk={onAsk} />,
      },
    ],
    [t, formats, texts, onAsk],
  );
}
