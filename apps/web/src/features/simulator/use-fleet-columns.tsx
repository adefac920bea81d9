import { Box } from '@mui/material';
import type { Fleet, FleetProfile } from '@stellwerk/contract/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { TitleCell } from '../../ui/table/TitleCell.tsx';
import type { TableColumn } from '../../ui/table/types.ts';
import { Age } from '../../ui/value/Age.tsx';
import { TwinIcon } from '../twins/index.ts';
import { FleetState } from './FleetState.tsx';
import { useProfile } from './fleet.queries.ts';
import { RunningSwitch } from './RunningSwitch.tsx';
import { type FleetDialog, useFleetMenu } from './use-fleet-menu.ts';
import { usePaceText } from './use-pace-text.ts';

/** A deleted model is shown by its name. */
const modelName = (profile: FleetProfile | undefined, kind: string) =>
  profile ? `${profile.manufacturer} ${profile.model}` : kind;

export function useFleetColumns(onAsk: (dialog: FleetDialog) => void): TableColumn<Fleet>[] {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  const profileOf = useProfile();
  const texts = usePaceText();
  const menuOf = useFleetMenu(onAsk);
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('column.name'),
        grow: 2,
        width: 22,
        sortable: true,
        card: 'title',
        render: (fleet) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
            <TwinIcon twin={{ icon: profileOf(fleet.profile)?.icon ?? '', type: 'sensor' }} />
            <TitleCell title={fleet.name} detail={modelName(profileOf(fleet.profile), fleet.profile)} />
          </Box>
        ),
      },
      {
        id: 'state',
        title: t('column.state'),
        width: 20,
        card: 'status',
        render: (fleet) => <FleetState fleet={fleet} />,
      },
      { id: 'running', title: t('column.running'), width: 9, render: (fleet) => <RunningSwitch fleet={fleet} /> },
      {
        id: 'devices',
        title: t('column.devices'),
        width: 10,
        align: 'right',
        render: ({ deviceCount }) => formats.number(deviceCount),
      },
      {
        id: 'pace',
        title: t('column.pace'),
        width: 19,
        render: ({ deviceCount, intervalSeconds }) => texts.pace(deviceCount, intervalSeconds),
      },
      { id: 'sent', title: t('column.sent'), width: 11, align: 'right', render: ({ sent }) => formats.number(sent) },
      {
        id: 'refused',
        title: t('column.refused'),
        width: 12,
        align: 'right',
        optional: true,
        render: ({ refused }) => formats.number(refused),
      },
      {
        id: 'connector',
        title: t('column.connector'),
        width: 18,
        optional: true,
        render: (fleet) => fleet.connector?.title,
      },
      { id: 'account', title: t('column.account'), grow: 1, width: 14, render: ({ tenantName }) => tenantName },
      {
        id: 'createdAt',
        title: t('column.createdAt'),
        width: 14,
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
        render: (fleet) => <ActionMenu plain label={t('action.menu', { name: fleet.name })} actions={menuOf(fleet)} />,
      },
    ],
    [t, formats, profileOf, texts, menuOf],
  );
}
