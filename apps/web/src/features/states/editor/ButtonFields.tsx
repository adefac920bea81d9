import { Box } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session.ts';
import { JsonInput } from '../../../ui/form/JsonInput.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { sampleMessageOf } from '../../connectors/index.ts';
import { useTwin } from '../../twins/index.ts';
import { useConnectorsOf } from '../connector.queries.ts';
import { ConnectorInput } from './ConnectorInput.tsx';
import { pair } from './GeneralFields.tsx';

const actions = ['value', 'command'] as const;

function ValueInput({ valueType }: { valueType: unknown }) {
  const { t } = useTranslation('states');
  const common = { name: 'visualisation.buttonValue', label: t('field.buttonValue') };
  if (valueType === 'number') return <NumberInput {...common} required />;
  if (valueType === 'boolean') return <SwitchInput {...common} />;
  return <TextInput {...common} required />;
}

/** A sample shows the form that the chosen connector expects. */
function CommandInput({ twinId }: { twinId: number }) {
  const { t } = useTranslation('states');
  const session = useSession();
  const chosen: unknown = useWatch({ name: 'visualisation.outbound.connectorId' });
  const { data: twin } = useTwin(twinId);
  const { data: connectors } = useConnectorsOf(twin?.tenantId);
  const type = connectors?.find(({ id }) => id === chosen)?.type;
  const sample = type && sampleMessageOf(type, session?.user?.email);
  return (
    <JsonInput
      name="visualisation.outbound.command"
      label={t('field.command')}
      help={sample ? t('field.commandSample', { sample: JSON.stringify(sample) }) : t('field.commandHelp')}
    />
  );
}

/** What a button does: it writes a value into its state, or sends a command through an outgoing connector. */
export function ButtonFields({ twinId, valueType }: { twinId: number; valueType: unknown }) {
  const { t } = useTranslation('states');
  const form = useFormContext();
  const outbound: unknown = useWatch({ name: 'visualisation.outbound' });
  const action = outbound ? 'command' : 'value';
  const choose = (next: (typeof actions)[number]) =>
    form.setValue('visualisation.outbound', next === 'command' ? { command: {} } : null, { shouldDirty: true });
  return (
    <>
      <Box sx={pair}>
        <TextInput name="visualisation.buttonLabel" label={t('field.buttonLabel')} maxLength={50} />
        <SwitchInput name="visualisation.confirm" label={t('field.confirm')} />
        <SelectField
          label={t('field.buttonAction')}
          value={action}
          options={actions.map((value) => ({ value, label: t(`buttonAction.${value}`) }))}
          onChange={choose}
          disabled={form.formState.isSubmitting}
        />
        {action === 'value' ? (
          <ValueInput valueType={valueType} />
        ) : (
          <ConnectorInput
            name="visualisation.outbound.connectorId"
            label={t('field.connector')}
            twinId={twinId}
            capability="deliveries"
          />
        )}
      </Box>
      {action === 'command' && <CommandInput twinId={twinId} />}
    </>
  );
}
