import { Alert, Box } from '@mui/material';
import type { Connector, ConnectorKind } from '@stellwerk/contract/connector';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { Page } from '../../../ui/page/Page.tsx';
import type { PageTab } from '../../../ui/page/PageTabs.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { StarButton } from '../../favourites/index.ts';
import { ConnectorDialogs } from '../ConnectorDialogs.tsx';
import { ConnectorState } from '../ConnectorState.tsx';
import { useConnector, useConnectorKinds, useConnectorNews } from '../connector.queries.ts';
import { type ConnectorDialog, connectorActions } from '../connector-actions.ts';
import { KindIcon } from '../kinds/KindIcon.tsx';
import { useKindTexts } from '../kinds/use-kind-texts.ts';
import { type EditTab, listPath } from '../paths.ts';
import { DeliveriesTab } from './DeliveriesTab.tsx';
import { LogTab } from './LogTab.tsx';
import { MutatorTab } from './MutatorTab.tsx';
import { PacketsTab } from './PacketsTab.tsx';
import { ReferenceTab } from './ReferenceTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { UnknownTab } from './UnknownTab.tsx';

interface LoadedProps {
  connector: Connector;
  /** Undefined when the plug-in of its type is missing. */
  kind: ConnectorKind | undefined;
}

/** Why it does not work, wherever one looks at it. */
function StateNotice({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  if (connector.isUnknown) return <Alert severity="warning">{t('unknown.text')}</Alert>;
  if (connector.state !== 'error' || !connector.stateReason) return null;
  return <Alert severity="error">{connector.stateReason.message}</Alert>;
}

function useTabs({ connector, kind }: LoadedProps): PageTab[] {
  const { t } = useTranslation('connectors');
  const { devices, states, deliveries } = connector.capabilities;
  const tab = (id: EditTab, content: PageTab['content']) => ({
    id,
    label: t(`tab.${id}`),
    content: (
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <StateNotice connector={connector} />
        {content}
      </Box>
    ),
  });
  const incoming = [
    tab('mutator', <MutatorTab connector={connector} />),
    tab('packets', <PacketsTab connector={connector} />),
    tab('unknown', <UnknownTab connector={connector} />),
  ];
  return [
    ...(kind ? [tab('settings', <SettingsTab connector={connector} kind={kind} />)] : []),
    ...(devices || states ? incoming : []),
    ...(deliveries ? [tab('deliveries', <DeliveriesTab connector={connector} />)] : []),
    tab('log', <LogTab connector={connector} />),
    ...(kind ? [tab('reference', <ReferenceTab connector={connector} />)] : []),
  ];
}

function HeadFacts({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const texts = useKindTexts();
  const { type, tenantName, deviceCount, accepted, rejected, dropped, lastPacketAt } = connector;
  // Nothing comes in where everything goes out.
  if (connector.kind === 'outgoing') return [texts.title(type), tenantName].join(' · ');
  const counters = t('edit.counters', {
    accepted: formats.number(accepted),
    rejected: formats.number(rejected),
    dropped: formats.number(dropped),
  });
  const devices = t('edit.devices', { count: deviceCount, shown: formats.number(deviceCount) });
  return (
    <>
      {[texts.title(type), tenantName, devices, counters].join(' · ')}
      {' · '}
      {t('edit.lastPacket')} <Age at={lastPacketAt} />
    </>
  );
}

function LoadedConnector({ connector, kind }: LoadedProps) {
  const { t } = useTranslation('connectors');
  const { go } = useNavigation();
  const [dialog, setDialog] = useState<ConnectorDialog>();
  const tabs = useTabs({ connector, kind });
  useConnectorNews(connector.id);
  return (
    <>
      <Page
        id="connector"
        title={connector.name}
        icon={<KindIcon type={connector.type} size="1.5rem" />}
        status={
          <>
            <ConnectorState connector={connector} />
            <StarButton type="connector" object={{ id: connector.id, title: connector.name }} />
          </>
        }
        facts={<HeadFacts connector={connector} />}
        secondary={connectorActions(connector, { t, onAsk: setDialog })}
        tabs={tabs}
      />
      <ConnectorDialogs dialog={dialog} onClose={() => setDialog(undefined)} onDeleted={() => go(listPath)} />
    </>
  );
}

/** One connector: its settings, what comes through it, and how to reach it. */
export function EditConnectorPage() {
  const { t } = useTranslation('connectors');
  const { id } = useParams({ strict: false });
  const connector = useConnector(Number(id));
  const kinds = useConnectorKinds();
  const error = connector.error ?? kinds.error;
  if (connector.data && kinds.data) {
    const { type } = connector.data;
    return <LoadedConnector connector={connector.data} kind={kinds.data.find((kind) => kind.type === type)} />;
  }
  const retry = () => void Promise.all([connector.refetch(), kinds.refetch()]);
  return (
    <Page id="connector" title={t('edit.title')}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <Skeletons shape="block" />}
    </Page>
  );
}
