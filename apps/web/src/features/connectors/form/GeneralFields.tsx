import { Box } from '@mui/material';
import type { ConnectorKind } from '@stellwerk/contract/connector';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';

interface GeneralFieldsProps {
  kind: Pick<ConnectorKind, 'capabilities'>;
  /** Whose it becomes; only a new connector can still be given to somebody. */
  account?: ReactNode;
}

/** What every connector has, whatever its kind. */
export function GeneralFields({ kind, account }: GeneralFieldsProps) {
  const { t } = useTranslation('connectors');
  return (
    <Card title={t('form.general')}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '44rem' }}>
        <TextInput name="name" label={t('field.name')} help={t('field.nameHelp')} required maxLength={100} />
        {account}
        <TextInput name="description" label={t('field.description')} rows={2} maxLength={2_000} />
        {kind.capabilities.devices && (
          <NumberInput
            name="deviceLimit"
            label={t('field.deviceLimit')}
            help={t('field.deviceLimitHelp')}
            emptyAs="null"
          />
        )}
      </Box>
    </Card>
  );
}
