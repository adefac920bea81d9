import { Alert, Box, Button } from '@mui/material';
import { type HealthEntry, healthCategories, healthEntry, healthSeverities } from '@stellwerk/contract/health';
import { checkIn, keysOf, type ReadyCheck, scriptOf } from '@stellwerk/contract/ready-checks';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useStoredText } from '../../../ui/use-stored-text.ts';
import { CodeBlock } from '../packets/CodeBlock.tsx';
import { useCheckTest } from './health.queries.ts';
import { ReadyCheckFields } from './ReadyCheckFields.tsx';

interface HealthEntryDialogProps {
  deviceId: number;
  /** Of the device's data states. */
  keys: readonly string[];
  /** Absent: a new one. */
  entry: HealthEntry | undefined;
  onSave: (entry: HealthEntry) => Promise<unknown>;
  onClose: () => void;
}

function newEntry(keys: readonly string[]): HealthEntry {
  const check: ReadyCheck = { kind: 'below', key: keys[0] ?? '', limit: 20 };
  return {
    identifier: '',
    category: 'device',
    severity: 'warning',
    stateKeys: keysOf(check),
    check: scriptOf(check),
    durationMinutes: 0,
    message: '',
  };
}

function CheckInput() {
  const { t } = useTranslation('devices');
  const field = useField('check');
  return (
    <CodeEditor
      label={t('check.script')}
      help={t('check.scriptHelp')}
      language="javascript"
      rows={6}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.setValue}
      {...(field.error ? { error: field.error } : {})}
    />
  );
}

function ScriptInput({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('devices');
  return (
    <>
      <TagsInput
        name="stateKeys"
        label={t('check.stateKeys')}
        help={t('check.stateKeysHelp')}
        suggestions={keys}
        maxTags={20}
      />
      <CheckInput />
    </>
  );
}

/** A condition without code where a form can express it, otherwise or in expert mode the script. */
function ConditionInput({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('devices');
  const check = useField('check');
  const stateKeys = useField('stateKeys');
  const [mode, rememberMode] = useStoredText('device.healthMode');
  const isExpert = mode === 'expert';
  const ready = typeof check.value === 'string' ? checkIn(check.value) : undefined;
  return (
    <>
      <SwitchField
        label={t('check.expert')}
        value={isExpert}
        onChange={(isOn) => rememberMode(isOn ? 'expert' : 'simple')}
      />
      {ready && !isExpert ? (
        <ReadyCheckFields
          check={ready}
          keys={keys}
          disabled={check.disabled}
          onChange={(next) => {
            check.setValue(scriptOf(next));
            stateKeys.setValue(keysOf(next));
          }}
        />
      ) : (
        <ScriptInput keys={keys} />
      )}
    </>
  );
}

/** What the check would say of this device now; nothing is saved. */
function Trial({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation(['devices', 'ui']);
  const { getValues, trigger } = useFormContext();
  const { mutate, data, error, isPending } = useCheckTest(deviceId);
  async function run() {
    const entry = healthEntry.safeParse(getValues());
    if (entry.success) mutate(entry.data);
    else await trigger();
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Button loading={isPending} onClick={() => void run()}>
          {t('check.try')}
        </Button>
      </Box>
      {error && <Alert severity="error">{failureOf(error).message ?? t('ui:error.unexpected')}</Alert>}
      {data?.error && <Alert severity="error">{data.error.message}</Alert>}
      {data && !data.error && (
        <Alert role="status" severity={data.message === null ? 'success' : 'warning'}>
          {data.message ?? t('check.fine')}
        </Alert>
      )}
      {data && data.logs.length > 0 && <CodeBlock title={t('check.logs')} text={data.logs.join('\n')} />}
    </Box>
  );
}

/** One check of a device. */
export function HealthEntryDialog({ deviceId, keys, entry, onSave, onClose }: HealthEntryDialogProps) {
  const { t } = useTranslation('devices');
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t(entry ? 'check.edit' : 'check.add')}
      schema={healthEntry}
      defaultValues={entry ?? newEntry(keys)}
      onSubmit={onSave}
      onClose={onClose}
    >
      <TextInput
        name="identifier"
        label={t('check.identifier')}
        help={t('check.identifierHelp')}
        required
        maxLength={64}
      />
      <TextInput name="message" label={t('check.message')} help={t('check.messageHelp')} required maxLength={500} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
        <SelectInput
          name="category"
          label={t('check.category')}
          options={healthCategories.map((value) => ({ value, label: t(`health.category.${value}`) }))}
        />
        <SelectInput
          name="severity"
          label={t('check.severity')}
          options={healthSeverities.map((value) => ({ value, label: t(`check.${value}`) }))}
        />
        <NumberInput name="durationMinutes" label={t('check.duration')} unit="min" required />
      </Box>
      <ConditionInput keys={keys} />
      <Trial deviceId={deviceId} />
    </FormDialog>
  );
}
