import { Alert, Box, Button } from '@mui/material';
import type { ConnectorState } from '@stellwerk/contract/connector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { KindIcon, useKindTexts } from '../../connectors/index.ts';
import { PlaceInput } from '../../twins/index.ts';
import { useConnectorChoices } from '../choice.queries.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { usePlaceAccount } from './use-place-account.ts';

interface ConnectorStepProps {
  initialAccount: { id: number; name: string } | undefined;
}

/** Such a connector takes nothing now, but a device can be made for later. */
const unusual: readonly ConnectorState[] = ['error', 'disabled'];
/** Fewer are seen at a glance. */
const searchedFrom = 8;

function NoConnectors() {
  const { t } = useTranslation('devices');
  const { go } = useNavigation();
  const mayCreate = useCan('all.manage');
  return (
    <Alert
      severity="warning"
      action={
        mayCreate && (
          <Button size="small" variant="text" color="inherit" onClick={() => go('/connectors/create')}>
            {t('wizard.createConnector')}
          </Button>
        )
      }
    >
      {t(mayCreate ? 'wizard.noConnectors' : 'wizard.noConnectorsAsk')}
    </Alert>
  );
}

function Connectors({ accountId }: { accountId: number }) {
  const { t } = useTranslation('devices');
  const kinds = useKindTexts();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useConnectorChoices(accountId, search);
  if (error && !data) {
    return <ErrorState compact title={t('wizard.connectorsFailed')} error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeletons shape="rows" count={3} />;
  const sources = data.filter(({ capabilities }) => capabilities.devices);
  if (sources.length === 0 && search === '') return <NoConnectors />;
  return (
    <>
      {(sources.length >= searchedFrom || search !== '') && (
        <SearchInput
          value={search}
          onChange={setSearch}
          label={t('wizard.searchConnectors')}
          placeholder={t('wizard.searchConnectors')}
          slashFocuses={false}
        />
      )}
      <ChoiceList
        name="connectorId"
        label={t('column.connector')}
        choices={sources.map(({ id, name, type, state }) => ({
          id,
          title: name,
          detail: kinds.title(type),
          icon: <KindIcon type={type} />,
          mark: unusual.includes(state) ? t(`connectorState.${state}`) : undefined,
        }))}
      />
    </>
  );
}

/** Where the device belongs, and through which connector its data come. */
export function ConnectorStep({ initialAccount }: ConnectorStepProps) {
  const { t } = useTranslation('devices');
  const accountId = usePlaceAccount();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <PlaceInput initialAccount={initialAccount} />
      {accountId === undefined ? (
        <Alert severity="info">{t('wizard.placeFirst')}</Alert>
      ) : (
        <Connectors key={accountId} accountId={accountId} />
      )}
    </Box>
  );
}
