import { Box, Typography } from '@mui/material';
import type { FederatedKind } from '@stellwerk/contract/federated';
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { ActionButton } from '../../ui/page/ActionButton.tsx';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { ClientDialog } from './ClientDialog.tsx';
import { type FederatedClient, useClientActions, useFederatedClients } from './federated.queries.ts';
import { ServiceLogo } from './ServiceLogo.tsx';

export interface FederatedClientsProps {
  tenantId: number;
  /** The domains of the account. */
  domains: readonly string[];
}

type OpenDialog =
  | { ask: 'create'; kind: FederatedKind }
  | { ask: 'edit'; client: FederatedClient }
  | { ask: 'delete'; client: FederatedClient };

interface ClientRowProps {
  client: FederatedClient;
  onAsk: (dialog: OpenDialog) => void;
}

function ClientRow({ client, onAsk }: ClientRowProps) {
  const { t } = useTranslation('federated');
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, py: 1.5, borderTop: 1, borderColor: 'border.main' }}
    >
      <ServiceLogo logo={client.logo} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{client.displayName}</Typography>
          <NeutralChip label={t(`kind.${client.kind}`)} />
          <StatusChip
            status={client.active ? 'ok' : 'unknown'}
            label={t(client.active ? 'status.active' : 'status.inactive')}
          />
        </Box>
        <Typography variant="caption" component="div" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {client.kind === 'oidc' ? client.issuer : client.authorizationUrl}
          {client.domain && ` · ${client.domain}`}
        </Typography>
        <Typography
          variant="caption"
          component="div"
          color="textSecondary"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, overflowWrap: 'anywhere' }}
        >
          <Box component="span" sx={{ minWidth: 0 }}>
            {t('callback.text', { url: client.callbackUrl })}
          </Box>
          <CopyButton text={client.callbackUrl} label={t('callback.copy', { name: client.displayName })} />
        </Typography>
      </Box>
      <ActionMenu
        plain
        label={t('menu', { name: client.displayName })}
        actions={[
          { label: t('edit.action'), icon: Pencil, onClick: () => onAsk({ ask: 'edit', client }) },
          { label: t('delete.action'), icon: Trash2, danger: true, onClick: () => onAsk({ ask: 'delete', client }) },
        ]}
      />
    </Box>
  );
}

function ClientList({ tenantId, onAsk }: { tenantId: number; onAsk: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation('federated');
  const { data, error, refetch } = useFederatedClients(tenantId);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" />;
  if (data.length === 0) {
    return <EmptyState compact icon={KeyRound} title={t('empty.title')} description={t('empty.description')} />;
  }
  return (
    <Box component="ul" aria-label={t('title')} sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
      {data.map((client) => (
        <ClientRow key={client.id} client={client} onAsk={onAsk} />
      ))}
    </Box>
  );
}

/** The sign-in services of an account. */
export function FederatedClients({ tenantId, domains }: FederatedClientsProps) {
  const { t } = useTranslation('federated');
  const [dialog, setDialog] = useState<OpenDialog>();
  const { remove } = useClientActions(tenantId);
  const close = () => setDialog(undefined);

  async function confirmDelete({ kind, id, displayName }: FederatedClient): Promise<void> {
    await remove({ kind, id });
    showToast({ message: t('delete.done', { name: displayName }) });
  }

  const adding = (['oidc', 'oauth2'] as const).map((kind) => (
    <ActionButton
      key={kind}
      action={{ label: t(`create.${kind}`), icon: Plus, onClick: () => setDialog({ ask: 'create', kind }) }}
    />
  ));
  return (
    <Card title={t('title')} action={<Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{adding}</Box>}>
      <Typography color="textSecondary">{t('description')}</Typography>
      <ClientList tenantId={tenantId} onAsk={setDialog} />
      {dialog?.ask === 'create' && (
        <ClientDialog tenantId={tenantId} domains={domains} kind={dialog.kind} onClose={close} />
      )}
      {dialog?.ask === 'edit' && (
        <ClientDialog
          tenantId={tenantId}
          domains={domains}
          kind={dialog.client.kind}
          client={dialog.client}
          onClose={close}
        />
      )}
      {dialog?.ask === 'delete' && (
        <ConfirmDialog
          open
          title={t('delete.question', { name: dialog.client.displayName })}
          description={t('delete.description')}
          confirmLabel={t('delete.action')}
          onConfirm={() => confirmDelete(dialog.client)}
          onClose={close}
        />
      )}
    </Card>
  );
}
