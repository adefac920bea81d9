import { Alert, Box, Button } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Tags } from '../../../ui/status/Tags.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { type Fact, Facts } from '../../../ui/surface/Facts.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useDeviceActions } from '../device.queries.ts';

/** A device that is bound to an older version can follow the newest one again. */
function NewerVersion({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const { update } = useDeviceActions();
  const [isBusy, setBusy] = useState(false);
  if (!device.hasNewerDriverVersion) return null;

  async function follow() {
    setBusy(true);
    try {
      await update({ id: device.id, driverVersion: null });
      showToast({ message: t('driver.followed') });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('driver.followFailed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Alert
      severity="info"
      action={
        device.abilities.update && (
          <Button size="small" variant="text" color="inherit" loading={isBusy} onClick={() => void follow()}>
            {t('driver.follow')}
          </Button>
        )
      }
    >
      {t('driver.newer')}
    </Alert>
  );
}

/** Where the data of a device come from and how they are read. */
export function SourceCard({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const seesConnectors = useCan('all.manage');
  const seesDrivers = useCan('DeviceDriver.read');
  const { connector, driver, tenantId, followsDriver, packets24h, lastSeenAt } = device;
  const driverText = driver && t('driverVersion', { title: driver.title, version: driver.version ?? '—' });
  const facts: Fact[] = [
    {
      label: t('column.connector'),
      value: seesConnectors ? (
        <InternalLink to={`/connectors/edit/${tenantId}/${connector.id}`}>{connector.name}</InternalLink>
      ) : (
        connector.name
      ),
    },
    {
      label: t('column.driver'),
      value:
        driver && seesDrivers ? (
          <InternalLink to={`/virtual-device-drivers/${driver.id}`}>{driverText}</InternalLink>
        ) : (
          driverText
        ),
    },
    ...(driver ? [{ label: t('driver.binding'), value: t(followsDriver ? 'driver.follows' : 'driver.pinned') }] : []),
    { label: t('column.externalId'), value: device.externalId },
    { label: t('detail.packets24h'), value: formats.number(packets24h) },
    { label: t('column.lastSeenAt'), value: <Age at={lastSeenAt} /> },
  ];
  return (
    <Card title={t('section.source')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Facts facts={facts} />
        <NewerVersion device={device} />
      </Box>
    </Card>
  );
}

const coordinateDigits = { minimum: 5, maximum: 5 };

/** What is known about a device besides; what is not known is left out. */
export function FactsCard({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const { latitude, longitude, floorNumber, room, tags, groups } = device;
  const facts: (Fact | false)[] = [
    { label: t('column.account'), value: device.tenantName },
    device.address !== '' && { label: t('column.address'), value: device.address },
    latitude !== null &&
      longitude !== null && {
        label: t('detail.coordinates'),
        value: `${formats.number(latitude, coordinateDigits)} / ${formats.number(longitude, coordinateDigits)}`,
      },
    floorNumber !== null && { label: t('detail.floor'), value: formats.number(floorNumber) },
    room !== '' && { label: t('detail.room'), value: room },
    tags.length > 0 && { label: t('column.tags'), value: <Tags tags={tags} /> },
    groups.length > 0 && { label: t('column.groups'), value: <Tags tags={groups} /> },
    { label: t('column.createdAt'), value: formats.dateTime(device.createdAt) },
    { label: t('column.updatedAt'), value: <Age at={device.updatedAt} /> },
  ];
  return (
    <Card title={t('section.facts')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Card>
  );
}
