import { Box, Typography } from '@mui/material';
import { listAccounts } from '@stellwerk/contract/account';
import { healths, operationalStatuses } from '@stellwerk/contract/device';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { AccountInput, errorOnField } from '../../accounts/index.ts';
import { useConnectorChoices, useDeviceGroups, useDeviceTags, useDriverChoices } from '../../devices/index.ts';
import { useGroupActions } from '../group.queries.ts';
import { filterOf, formOf, groupFormSchema } from './group-form.ts';
import { TwinInput } from './TwinInput.tsx';

const twoColumns = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } };

function AccountChoice({ initial }: { initial: { id: number; name: string } | undefined }) {
  const { t } = useTranslation('smart-groups');
  const browses = useCan(listAccounts.permission);
  const accounts = useSession()?.primaryTenants ?? [];
  const common = { name: 'tenantId', label: t('field.account'), required: true };
  if (browses) return <AccountInput {...common} initial={initial} />;
  return <SelectInput {...common} options={accounts.map(({ id, name }) => ({ value: id, label: name }))} />;
}

/** Which devices belong to the group. */
function FilterFields() {
  const { t } = useTranslation(['smart-groups', 'devices', 'ui']);
  const accountId: unknown = useWatch({ name: 'tenantId' });
  const search: unknown = useWatch({ name: 'filter.search' });
  const { data: connectors = [] } = useConnectorChoices(typeof accountId === 'number' ? accountId : undefined);
  const drivers = useDriverChoices().data?.data ?? [];
  const seesTwins = useCan('DigitalTwin.read');
  return (
    <Box component="fieldset" sx={{ display: 'grid', gap: 2, m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box>
        <Typography variant="h3" component="legend">
          {t('form.filter')}
        </Typography>
        <Typography color="textSecondary">{t('form.filterHelp')}</Typography>
      </Box>
      <TextInput name="filter.search" label={t('field.search')} help={t('form.searchHelp')} maxLength={200} />
      {search !== '' && (
        <SelectInput
          name="filter.search_operator"
          label={t('devices:filter.match')}
          emptyAs="absent"
          emptyText={t('devices:filter.matchAll')}
          options={[{ value: 'OR', label: t('devices:filter.matchAny') }]}
        />
      )}
      <Box sx={twoColumns}>
        <TagsInput name="filter.tags" label={t('devices:column.tags')} suggestions={useDeviceTags()} />
        <TagsInput name="filter.groups" label={t('devices:column.groups')} suggestions={useDeviceGroups()} />
        <SelectInput
          name="filter.connectorId"
          label={t('devices:column.connector')}
          emptyAs="absent"
          emptyText={t('form.any')}
          options={connectors
            .filter(({ capabilities }) => capabilities.devices)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectInput
          name="filter.driverId"
          label={t('devices:column.driver')}
          emptyAs="absent"
          emptyText={t('form.any')}
          options={drivers.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <SelectInput
          name="filter.health"
          label={t('devices:column.health')}
          multiple
          emptyText={t('form.any')}
          options={healths.map((value) => ({ value, label: t(`ui:status.${value}`) }))}
        />
        <SelectInput
          name="filter.operationalStatus"
          label={t('devices:column.operationalStatus')}
          multiple
          emptyText={t('form.any')}
          options={operationalStatuses.map((value) => ({ value, label: t(`devices:operationalStatus.${value}`) }))}
        />
        <NumberInput name="filter.silentHours" label={t('field.silentHours')} unit={t('form.hours')} />
        <SelectInput
          name="filter.disabled"
          label={t('devices:filter.disabled')}
          emptyAs="absent"
          emptyText={t('form.any')}
          options={[
            { value: 'false', label: t('devices:filter.enabledOnly') },
            { value: 'true', label: t('devices:filter.disabledOnly') },
          ]}
        />
      </Box>
      {seesTwins && <TwinInput name="filter.twinId" label={t('field.twin')} help={t('form.twinHelp')} />}
    </Box>
  );
}

function MonitoringFields() {
  const { t } = useTranslation('smart-groups');
  return (
    <Box component="fieldset" sx={{ display: 'grid', gap: 2, m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography variant="h3" component="legend">
        {t('monitoring.title')}
      </Typography>
      <SwitchInput name="monitorsPackets" label={t('monitoring.active')} help={t('monitoring.help')} />
      <NumberInput
        name="packetThreshold"
        label={t('monitoring.threshold')}
        help={t('monitoring.thresholdHelp')}
        emptyAs="null"
      />
    </Box>
  );
}

const errorFields = {
  ACCOUNT_NOT_FOUND: 'tenantId',
  PERMISSION_DENIED: 'tenantId',
  DTWIN_NOT_FOUND: 'filter.twinId',
  BRIDGE_NOT_FOUND: 'filter.connectorId',
  DEVICEDRIVER_NOT_FOUND: 'filter.driverId',
};

interface GroupDialogProps {
  /** Absent: a new group. */
  group?: SmartGroup;
  onSaved?: (group: SmartGroup) => void;
  onClose: () => void;
}

/** Creates a smart group, or changes its title, filter and monitoring. */
export function GroupDialog({ group, onSaved, onClose }: GroupDialogProps) {
  const { t } = useTranslation('smart-groups');
  const { create, update } = useGroupActions();
  const { account } = useChosenAccount();
  const session = useSession();
  const own = account ?? session?.primaryTenants[0];
  return (
    <FormDialog
      open
      maxWidth="md"
      title={group ? t('edit.title', { title: group.title }) : t('create.title')}
      submitLabel={group ? t('edit.submit') : t('create.submit')}
      schema={groupFormSchema}
      defaultValues={formOf(group, own?.id)}
      onSubmit={async ({ tenantId, filter, ...values }) => {
        const fields = { ...values, filter: filterOf(filter) };
        const saved = await (group
          ? update({ id: group.id, body: { ...fields, revision: group.revision } })
          : create({ ...fields, tenantId })
        ).catch(errorOnField(errorFields));
        showToast({ message: t(group ? 'edit.done' : 'create.done', { title: saved.title }) });
        onSaved?.(saved);
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('field.title')} required autoFocus maxLength={200} />
      {!group && <AccountChoice initial={own} />}
      <TextInput name="description" label={t('field.description')} rows={2} maxLength={2_000} />
      <FilterFields />
      <MonitoringFields />
    </FormDialog>
  );
}
