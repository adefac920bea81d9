import { Box } from '@mui/material';
import { operationalStatuses } from '@stellwerk/contract/device';
import { twinTypes } from '@stellwerk/contract/twin';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { useAccountChoices, useDriverChoices } from '../../devices/index.ts';
import { BranchInput } from './BranchInput.tsx';
import { allDevices, allTwins } from './schedule-values.ts';

interface FilterProps {
  tenantId: number | undefined;
}

const Group = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pl: 2, borderLeft: 2, borderColor: 'border.main' }}>
    {children}
  </Box>
);

function TwinFilters({ tenantId }: FilterProps) {
  const { t } = useTranslation(['exports', 'twins']);
  return (
    <Group>
      <BranchInput name="selection.twins.belowId" tenantId={tenantId} />
      <TextInput name="selection.twins.search" label={t('objects.search')} help={t('objects.twinSearchHelp')} />
      <SelectInput
        name="selection.twins.types"
        label={t('objects.types')}
        multiple
        emptyText={t('objects.any')}
        options={twinTypes.map((value) => ({ value, label: t(`twins:type.${value}`) }))}
      />
      <TagsInput name="selection.twins.tags" label={t('objects.tags')} />
    </Group>
  );
}

function DeviceFilters({ tenantId }: FilterProps) {
  const { t } = useTranslation(['exports', 'devices']);
  const drivers = useDriverChoices().data?.data ?? [];
  return (
    <Group>
      <BranchInput name="selection.devices.belowId" tenantId={tenantId} />
      <TextInput name="selection.devices.search" label={t('objects.search')} help={t('objects.deviceSearchHelp')} />
      <SelectInput
        name="selection.devices.driverIds"
        label={t('objects.drivers')}
        multiple
        emptyText={t('objects.any')}
        options={drivers.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <SelectInput
        name="selection.devices.operationalStatus"
        label={t('objects.operationalStatus')}
        multiple
        emptyText={t('objects.any')}
        options={operationalStatuses.map((value) => ({ value, label: t(`devices:operationalStatus.${value}`) }))}
      />
      <TagsInput name="selection.devices.tags" label={t('objects.tags')} />
      <TagsInput name="selection.devices.groups" label={t('objects.groups')} />
    </Group>
  );
}

/** The live filter: what matches it when the schedule runs is exported. */
export function ObjectsStep({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('exports');
  const form = useFormContext();
  const accounts = useAccountChoices();
  const [twins, devices, account]: unknown[] = form.watch(['selection.twins', 'selection.devices', 'tenantId']);
  const tenantId = typeof account === 'number' ? account : undefined;
  const set = (name: string, value: object | null) => {
    form.setValue(name, value, { shouldDirty: true });
    form.clearErrors('selection');
  };
  const problem = form.getFieldState('selection', form.formState).error;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <TextInput name="name" label={t('field.name')} required />
      {isNew && accounts.length > 1 && (
        <SelectInput
          name="tenantId"
          label={t('field.account')}
          required
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SwitchField
        label={t('objects.twins')}
        value={Boolean(twins)}
        onChange={(on) => set('selection.twins', on ? allTwins : null)}
        {...(problem && !twins && !devices ? { error: t('objects.none') } : {})}
      />
      {Boolean(twins) && <TwinFilters tenantId={tenantId} />}
      <SwitchField
        label={t('objects.devices')}
        value={Boolean(devices)}
        onChange={(on) => set('selection.devices', on ? allDevices : null)}
      />
      {Boolean(devices) && <DeviceFilters tenantId={tenantId} />}
      <TagsInput name="stateKeys" label={t('objects.stateKeys')} help={t('objects.stateKeysHelp')} maxTags={100} />
    </Box>
  );
}
