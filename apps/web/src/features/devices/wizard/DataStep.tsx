import { Box } from '@mui/material';
import type { ConnectorKind } from '@stellwerk/contract/connector';
import { operationalStatuses } from '@stellwerk/contract/device';
import { twinLimits } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { SchemaInput } from '../../../ui/form/SchemaInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useDeviceGroups, useDeviceTags } from '../choice.queries.ts';
import { ExternalIdInput } from './ExternalIdInput.tsx';

/** What the device is called, here and in the other system. */
export function DataStep({ kind }: { kind: ConnectorKind | undefined }) {
  const { t } = useTranslation('devices');
  const tags = useDeviceTags();
  const groups = useDeviceGroups();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <TextInput
        name="title"
        label={t('column.title')}
        required
        maxLength={200}
        placeholder={t('wizard.titleSample')}
      />
      <ExternalIdInput kind={kind} />
      {kind && <SchemaInput schema={kind.deviceSchema} name="connectorData" />}
      {kind?.capabilities.deviceManagement && (
        <SwitchInput name="isDeviceImport" label={t('wizard.import')} help={t('wizard.importHelp')} />
      )}
      <SelectInput
        name="operationalStatus"
        label={t('column.operationalStatus')}
        info={t('settings.statusInfo')}
        options={operationalStatuses.map((value) => ({ value, label: t(`operationalStatus.${value}`) }))}
      />
      <TagsInput name="tags" label={t('column.tags')} suggestions={tags} maxTags={twinLimits.tags} />
      <TagsInput name="groups" label={t('column.groups')} suggestions={groups} maxTags={50} />
    </Box>
  );
}
