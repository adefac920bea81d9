import { Box } from '@mui/material';
import type { Connector, ConnectorKind } from '@stellwerk/contract/connector';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { useConnectorActions } from '../connector.queries.ts';
import { ConnectionTest } from '../form/ConnectionTest.tsx';
import { connectionChange, connectorForm, onFormField, valuesOf } from '../form/connector-form.ts';
import { GeneralFields } from '../form/GeneralFields.tsx';
import { KindFields } from '../form/KindFields.tsx';
import { GeneratedSecrets } from './GeneratedSecrets.tsx';

interface SettingsTabProps {
  connector: Connector;
  kind: ConnectorKind;
}

/** Secrets that the platform makes have buttons of their own; typing one is for those who bring theirs. */
const typedKind = (kind: ConnectorKind): ConnectorKind => ({
  ...kind,
  secrets: kind.secrets.filter(({ generated }) => !generated),
});

export function SettingsTab({ connector, kind }: SettingsTabProps) {
  const { t } = useTranslation('connectors');
  const { update } = useConnectorActions();
  const schema = useMemo(() => connectorForm(kind), [kind]);

  async function submit({ options, secrets, ...values }: z.output<typeof schema>) {
    const body = { ...values, ...connectionChange(connector, { options, secrets }) };
    await update({ id: connector.id, body }).catch(onFormField);
    showToast({ message: t('edit.saved', { name: values.name }) });
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: '56rem' }}>
      <GeneratedSecrets connector={connector} kind={kind} />
      {/* What the server made of a change is the new starting point. */}
      <Form key={connector.updatedAt} schema={schema} defaultValues={valuesOf(connector, kind)} onSubmit={submit}>
        <GeneralFields kind={kind} />
        <KindFields kind={typedKind(kind)} stored={connector.secrets} />
        <ConnectionTest kind={kind} id={connector.id} needsChange />
      </Form>
    </Box>
  );
}
