import { Box } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session.ts';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useConnectorChoices } from '../../devices/index.ts';
import { MailFields } from '../fields/MailFields.tsx';

const mailConnector = 'mail-outgoing';

/** Commands that the kinds of connectors understand; others need their own. */
const samples: Record<string, object> = {
  'webhook-outgoing': { contentType: 'text', headers: ['content-type: text/csv; charset=utf-8'], body: '{{csv}}' },
  'mqtt-outgoing': { topic: 'exports/{{fileName}}', payload: '{{csv}}' },
};
/** The placeholders as the user writes them. */
const placeholders = { csv: '{{csv}}', base64: '{{base64}}', fileName: '{{fileName}}' };
const sampleOf = (type: string | undefined) => JSON.stringify(samples[type ?? ''] ?? { body: '{{csv}}' }, null, 2);

function ForwardFields({ tenantId }: { tenantId: number | undefined }) {
  const { t } = useTranslation('exports');
  const form = useFormContext();
  const choices = useConnectorChoices(tenantId).data ?? [];
  const connectors = choices.filter(({ type, capabilities }) => capabilities.deliveries && type !== mailConnector);
  const forward: unknown = form.watch('forward');
  const isOn = typeof forward === 'object' && forward !== null;
  const set = (on: boolean) => {
    const [first] = connectors;
    const value = { connectorId: first?.id, config: sampleOf(first?.type) };
    form.setValue('forward', on ? value : null, { shouldDirty: true });
  };
  return (
    <>
      <SwitchField
        label={t('forward.switch')}
        value={isOn}
        onChange={set}
        {...(connectors.length === 0 ? { help: t('forward.noConnector'), disabled: !isOn } : {})}
      />
      {isOn && (
        <>
          <SelectInput
            name="forward.connectorId"
            label={t('forward.connector')}
            required
            options={connectors.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextInput
            name="forward.config"
            label={t('forward.config')}
            help={t('forward.configHelp', placeholders)}
            rows={6}
            isCode
          />
        </>
      )}
    </>
  );
}

/** Where the files go, besides the list of files. */
export function DeliveryStep() {
  const session = useSession();
  const tenantId: unknown = useFormContext().watch('tenantId');
  const account = typeof tenantId === 'number' ? tenantId : undefined;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <MailFields tenantId={account} suggestion={session?.user?.email} needsConnector />
      <ForwardFields tenantId={account} />
    </Box>
  );
}
