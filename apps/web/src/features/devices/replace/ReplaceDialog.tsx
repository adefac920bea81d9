import { Box, Typography } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCan } from '../../../lib/abilities.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AutocompleteField } from '../../../ui/form/AutocompleteField.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { useConnectorKinds } from '../../connectors/index.ts';
import { useConnectorChoices, useDriverChoices } from '../choice.queries.ts';
import { ExternalIdInput } from '../wizard/ExternalIdInput.tsx';
import { MappingTable } from './MappingTable.tsx';
import { type Choices, doubled, mappingOf, type Preview } from './mapping.ts';
import { type PreviewSource, useReplace, useReplacementChoices, useReplacementPreview } from './replace.queries.ts';

const id = z.int().positive();
const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), replacementId: id }),
  z.object({
    kind: z.literal('new'),
    externalId: z.string().trim().min(1).max(200),
    connectorId: id,
    driverId: id.nullable(),
  }),
]);

interface ReplaceDialogProps {
  device: Device;
  onClose: () => void;
}

function DeviceChoice({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const field = useField('replacementId');
  const [search, setSearch] = useState('');
  const { data = [], isFetching } = useReplacementChoices(device.tenantId, search);
  const options = data.filter((each) => each.id !== device.id);
  return (
    <AutocompleteField
      label={t('replace.other')}
      help={t('replace.otherHelp')}
      required
      error={field.error}
      inputRef={field.ref}
      options={options}
      value={options.find((each) => each.id === field.value) ?? null}
      loading={isFetching}
      // The server searches more fields than the title.
      filterOptions={(all) => all}
      getOptionLabel={({ title }) => title}
      detailOf={({ externalId, driver }) => [externalId, driver?.title].filter(Boolean).join(' · ')}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onInputChange={(_, text, reason) => reason === 'input' && setSearch(text)}
      onChange={(_, chosen) => field.setValue(chosen?.id)}
    />
  );
}

function NewSensor({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const seesDrivers = useCan('DeviceDriver.read');
  const connectorId: unknown = useWatch({ name: 'connectorId' });
  const connectors = (useConnectorChoices(device.tenantId).data ?? []).filter(
    (each) => each.capabilities.devices && each.id !== device.connector.id,
  );
  const all = [device.connector, ...connectors];
  const type = all.find((each) => each.id === connectorId)?.type;
  const kind = useConnectorKinds().data?.find((each) => each.type === type);
  const drivers = (useDriverChoices().data?.data ?? []).filter(({ publishedVersion }) => publishedVersion !== null);
  const own = device.driver && !drivers.some((each) => each.id === device.driver?.id) ? [device.driver] : [];
  return (
    <>
      <SelectInput
        name="connectorId"
        label={t('column.connector')}
        required
        options={all.map(({ id: value, name }) => ({ value, label: name }))}
      />
      <ExternalIdInput kind={kind} />
      {seesDrivers && (
        <SelectInput
          name="driverId"
          label={t('column.driver')}
          emptyAs="null"
          options={[...own, ...drivers].map(({ id: value, title }) => ({ value, label: title }))}
        />
      )}
    </>
  );
}

function useSource(): PreviewSource | undefined {
  const [kind, replacementId, driverId]: unknown[] = useWatch({ name: ['kind', 'replacementId', 'driverId'] });
  if (kind === 'new') return { kind: 'new', driverId: typeof driverId === 'number' ? driverId : null };
  return typeof replacementId === 'number' ? { kind: 'device', replacementId } : undefined;
}

interface MappingProps {
  device: Device;
  choices: Choices;
  onChoices: (choices: Choices) => void;
  onPreview: (preview: Preview | undefined) => void;
}

/** The states and the variables of the chosen sensor. Another sensor starts with its own proposal. */
function Mapping({ device, choices, onChoices, onPreview }: MappingProps) {
  const source = useSource();
  const { data, error, refetch } = useReplacementPreview(device.id, source);
  useEffect(() => {
    onPreview(data ?? undefined);
    onChoices({});
  }, [data, onPreview, onChoices]);
  if (!source) return null;
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="block" height={20} />;
  return (
    <MappingTable
      preview={data}
      choices={choices}
      onChoose={(stateId, variable) => onChoices({ ...choices, [stateId]: variable })}
    />
  );
}

const errorFields = {
  VDEVICE_DUPLICATE_EXTERNAL_ID: 'externalId',
  VDEVICE_INVALID_EUI: 'externalId',
  VDEVICE_INVALID_HEX_ID: 'externalId',
  BRIDGE_NOT_FOUND: 'connectorId',
  VDEVICE_CONNECTOR_NOT_A_SOURCE: 'connectorId',
  VDEVICE_LIMIT_REACHED: 'connectorId',
  DEVICEDRIVER_NOT_FOUND: 'driverId',
  DEVICEDRIVER_NOT_PUBLISHED: 'driverId',
  VDEVICE_REPLACED_BY_ITSELF: 'replacementId',
  VDEVICE_OF_ANOTHER_ACCOUNT: 'replacementId',
  DTWIN_DELETE_STATES_AGGREGATED: 'replacementId',
};

function Kind() {
  const { t } = useTranslation('devices');
  return (
    <SelectInput
      name="kind"
      label={t('replace.with')}
      options={[
        { value: 'new', label: t('replace.new') },
        { value: 'device', label: t('replace.device') },
      ]}
    />
  );
}

function Fields({ device }: { device: Device }) {
  const kind: unknown = useWatch({ name: 'kind' });
  return kind === 'device' ? <DeviceChoice device={device} /> : <NewSensor device={device} />;
}

/** Lets another sensor take the place of a broken one, with the mapping of its variables to the data states. */
export function ReplaceDialog({ device, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation('devices');
  const replace = useReplace(device.id);
  const [choices, setChoices] = useState<Choices>({});
  const [preview, setPreview] = useState<Preview>();
  const { title, connector, driver } = device;
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t('replace.title', { title })}
      description={t('replace.description')}
      submitLabel={t('replace.submit')}
      schema={schema}
      defaultValues={{ kind: 'new', externalId: '', connectorId: connector.id, driverId: driver?.id ?? null }}
      onSubmit={async (source) => {
        if (!preview || doubled(preview, choices).size > 0) {
          throw Object.assign(new Error(t('replace.unfinished')), { code: 'VALIDATION_ERROR' });
        }
        await replace({ source, mapping: mappingOf(preview, choices) }).catch(errorOnField(errorFields));
        showToast({ message: t('replace.done', { title }) });
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Kind />
        <Fields device={device} />
        <Mapping device={device} choices={choices} onChoices={setChoices} onPreview={setPreview} />
        <Typography color="textSecondary">{t('replace.stay')}</Typography>
      </Box>
    </FormDialog>
  );
}
