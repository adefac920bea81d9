import { Alert, Box } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { SchemaInput } from '../../../ui/form/SchemaInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { useConnectorKinds } from '../../connectors/index.ts';
import { useConnectorChoices, useDriverChoices } from '../choice.queries.ts';
import { useDriver } from '../driver.queries.ts';
import { ExternalIdInput } from '../wizard/ExternalIdInput.tsx';

interface SourceSectionProps {
  device: Device;
  /** A template sets connector, driver and version. */
  isLocked: boolean;
}

function VersionInput({ driverId, isLocked }: { driverId: number; isLocked: boolean }) {
  const { t } = useTranslation('devices');
  const { data } = useDriver(driverId);
  return (
    <SelectInput
      name="driverVersion"
      disabled={isLocked}
      label={t('settings.version')}
      info={t('settings.versionInfo')}
      emptyAs="null"
      options={(data?.versions ?? []).map(({ number, notes }) => ({
        value: number,
        label: t('settings.versionNumber', { number }),
        ...(notes ? { detail: notes } : {}),
      }))}
    />
  );
}

function DriverFields({ device, isLocked }: SourceSectionProps) {
  const { t } = useTranslation('devices');
  const chosen: unknown = useFormContext().watch('driverId');
  const drivers = useDriverChoices({ usableIn: device.tenantId }).data?.data ?? [];
  const own = device.driver && !drivers.some(({ id }) => id === device.driver?.id) ? [device.driver] : [];
  const isChanged = (chosen ?? null) !== (device.driver?.id ?? null);
  return (
    <>
      <SelectInput
        name="driverId"
        disabled={isLocked}
        label={t('column.driver')}
        emptyAs="null"
        options={[
          ...own.map(({ id, title }) => ({ value: id, label: title })),
          ...drivers.map(({ id, title, publishedVersion }) => ({
            value: id,
            label: title,
            disabled: publishedVersion === null,
            ...(publishedVersion === null ? { detail: t('wizard.notPublished') } : {}),
          })),
        ]}
      />
      {isChanged && <Alert severity="warning">{t('settings.otherDriver')}</Alert>}
      {typeof chosen === 'number' && <VersionInput key={chosen} driverId={chosen} isLocked={isLocked} />}
    </>
  );
}

/** From where the data of a device come, and with what they are read. */
export function SourceSection({ device, isLocked }: SourceSectionProps) {
  const { t } = useTranslation('devices');
  const seesDrivers = useCan('DeviceDriver.read');
  const chosen: unknown = useFormContext().watch('connectorId');
  const connectors = (useConnectorChoices(device.tenantId).data ?? []).filter(
    ({ capabilities, id }) => capabilities.devices && id !== device.connector.id,
  );
  const all = [device.connector, ...connectors];
  const type = all.find(({ id }) => id === chosen)?.type;
  const kind = useConnectorKinds().data?.find((each) => each.type === type);
  return (
    <Card title={t('section.source')}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <SelectInput
          name="connectorId"
          disabled={isLocked}
          label={t('column.connector')}
          required
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ExternalIdInput kind={kind} />
        {kind && <SchemaInput schema={kind.deviceSchema} name="connectorData" />}
        {seesDrivers && <DriverFields device={device} isLocked={isLocked} />}
      </Box>
    </Card>
  );
}
