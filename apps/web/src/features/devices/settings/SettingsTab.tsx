import { Alert, Box } from '@mui/material';
import { type Device, operationalStatuses } from '@stellwerk/contract/device';
import type { TemplateOfDevice } from '@stellwerk/contract/device-template-calls';
import { type Twin, twinLimits } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { errorOnField } from '../../accounts/index.ts';
import {
  FloorFields,
  ImageInput,
  LocationSection,
  PeopleSection,
  PlaceInput,
  PropertiesSection,
  placeErrorFields,
  TwinIconInput,
  useTwin,
  withFoundPlace,
} from '../../twins/index.ts';
import { useDeviceGroups, useDeviceTags } from '../choice.queries.ts';
import { useDeviceActions } from '../device.queries.ts';
import { useTemplateOfDevice } from '../template.queries.ts';
import { SourceSection } from './SourceSection.tsx';
import { changeOf, formValuesOf, settingsForm } from './settings-form.ts';

const complaints = {
  VDEVICE_DUPLICATE_EXTERNAL_ID: 'externalId',
  VDEVICE_INVALID_EUI: 'externalId',
  VDEVICE_INVALID_HEX_ID: 'externalId',
  BRIDGE_NOT_FOUND: 'connectorId',
  VDEVICE_CONNECTOR_NOT_A_SOURCE: 'connectorId',
  DEVICEDRIVER_NOT_FOUND: 'driverId',
  DEVICEDRIVER_NOT_PUBLISHED: 'driverId',
  DTWIN_DELETE_STATES_AGGREGATED: 'driverId',
  DTWIN_POLYGON_CROSSES_ITSELF: 'geoPolygon',
};

function GeneralSection({ device, template }: { device: Device; template: TemplateOfDevice | null }) {
  const { t } = useTranslation('devices');
  const tags = useDeviceTags();
  const groups = useDeviceGroups();
  const parent = device.ancestors.at(-1);
  const keptHelp = (texts: readonly string[] = []) =>
    texts.length > 0 ? { help: t('template.keeps', { texts: texts.join(', ') }) } : {};
  return (
    <Card title={t('section.general')}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <TextInput name="title" label={t('column.title')} required maxLength={200} />
        <PlaceInput initialParent={parent} tenantId={device.tenantId} disabledIds={[device.id]} />
        <SelectInput
          name="operationalStatus"
          label={t('column.operationalStatus')}
          info={t('settings.statusInfo')}
          options={operationalStatuses.map((value) => ({ value, label: t(`operationalStatus.${value}`) }))}
        />
        <TextInput name="description" label={t('settings.description')} rows={3} maxLength={5000} />
        <TagsInput
          name="tags"
          label={t('column.tags')}
          suggestions={tags}
          maxTags={twinLimits.tags}
          {...keptHelp(template?.locked.tags)}
        />
        <TagsInput
          name="groups"
          label={t('column.groups')}
          suggestions={groups}
          maxTags={50}
          {...keptHelp(template?.locked.groups)}
        />
        {!template?.locked.icon && <TwinIconInput />}
      </Box>
    </Card>
  );
}

interface SettingsProps {
  device: Device;
  twin: Twin | undefined;
  template: TemplateOfDevice | null;
}

function Settings({ device, twin, template }: SettingsProps) {
  const { t } = useTranslation(['devices', 'twins']);
  const { update } = useDeviceActions();
  const mayEditTwin = useCan('DigitalTwin.write');
  return (
    <Box sx={{ maxWidth: '56rem', display: 'grid', gap: 2 }}>
      {template && <Alert severity="info">{t('template.locks', { title: template.template.title })}</Alert>}
      <Form
        schema={settingsForm}
        defaultValues={formValuesOf(device, twin)}
        onSubmit={async (typed) => {
          const { values, isMissed } = await withFoundPlace(typed, device);
          await update({ id: device.id, ...changeOf(device, values) }).catch(
            errorOnField({ ...placeErrorFields(values.place), ...complaints }),
          );
          showToast({ message: t('settings.saved', { title: values.title }) });
          if (isMissed) showToast({ status: 'warning', message: t('twins:location.missed') });
        }}
      >
        <GeneralSection device={device} template={template} />
        <SourceSection device={device} isLocked={template !== null} />
        <LocationSection title={device.title} />
        <Card title={t('twins:section.floor')}>
          <FloorFields />
        </Card>
        <PropertiesSection />
        {twin && mayEditTwin && (
          <>
            <PeopleSection twin={twin} />
            <Card title={t('twins:section.images')}>
              <ImageInput twin={twin} kind="background" />
            </Card>
          </>
        )}
        <FormActions needsChange />
      </Form>
    </Box>
  );
}

/** Everything about a device that can be written, what it has as a twin included. */
export function SettingsTab({ device }: { device: Device }) {
  const readsTwins = useCan('DigitalTwin.read');
  const twin = useTwin(readsTwins ? device.id : undefined);
  const template = useTemplateOfDevice(device.id);
  if (template.isPending || (readsTwins && twin.isPending)) return <Skeletons shape="block" />;
  return <Settings device={device} twin={twin.data} template={template.data ?? null} />;
}
