import { Box, Button, Typography } from '@mui/material';
import type { Connector, ConnectorKind } from '@stellwerk/contract/connector';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { type SavedConnector, useConnectorActions } from '../connector.queries.ts';
import { GeneratedDialog } from '../form/GeneratedDialog.tsx';
import { useKindTexts } from '../kinds/use-kind-texts.ts';

interface GeneratedSecretsProps {
  connector: Connector;
  kind: ConnectorKind;
}

/** Keys and passwords that the platform makes: they can be replaced, never read again. */
export function GeneratedSecrets({ connector, kind }: GeneratedSecretsProps) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const { update } = useConnectorActions();
  const [asked, setAsked] = useState<string>();
  const [saved, setSaved] = useState<SavedConnector>();
  const generated = kind.secrets.filter((secret) => secret.generated);
  if (generated.length === 0) return null;
  const labelOf = (name: string) => texts.find(kind.type, `field.${name}.label`) ?? name;
  return (
    <Card title={t('secret.title')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {generated.map(({ name }) => (
          <Box component="li" key={name} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500 }}>{labelOf(name)}</Typography>
              <Typography color="textSecondary">
                {t(connector.secrets.includes(name) ? 'secret.stored' : 'secret.none')}
              </Typography>
            </Box>
            <Button
              startIcon={<RefreshCw aria-hidden />}
              aria-label={t('secret.renewNamed', { name: labelOf(name) })}
              onClick={() => setAsked(name)}
            >
              {t('secret.renew')}
            </Button>
          </Box>
        ))}
      </Box>
      {asked !== undefined && (
        <ConfirmDialog
          open
          title={t('secret.question', { name: labelOf(asked), connector: connector.name })}
          description={t('secret.description')}
          confirmLabel={t('secret.renew')}
          onConfirm={async () => setSaved(await update({ id: connector.id, body: { generate: [asked] } }))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {saved && <GeneratedDialog saved={saved} onClose={() => setSaved(undefined)} />}
    </Card>
  );
}
