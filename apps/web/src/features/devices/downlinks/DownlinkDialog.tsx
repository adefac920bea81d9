import type { Device } from '@stellwerk/contract/device';
import type { DriverDownlink } from '@stellwerk/contract/driver';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { useDriverVersion } from '../driver.queries.ts';
import { useSendDownlink } from './downlink.queries.ts';
import { bodyOf, downlinkForm, own } from './downlink-form.ts';
import { PayloadInput } from './PayloadInput.tsx';

const noDownlinks: DriverDownlink[] = [];

/** Those of the driver version that the device uses; nothing for those who may not see drivers. */
function usePredefined({ driver }: Pick<Device, 'driver'>): DriverDownlink[] {
  const seesDrivers = useCan('DeviceDriver.read');
  const { data } = useDriverVersion(driver?.id ?? 0, seesDrivers ? (driver?.version ?? null) : null);
  return data?.downlinks ?? noDownlinks;
}

function Predefined({ downlink }: { downlink: DriverDownlink }) {
  const { t } = useTranslation('devices');
  const { port, payload, encoding, confirmed } = downlink;
  return (
    <Facts
      facts={[
        { label: t('downlink.payload'), value: payload },
        { label: t('downlink.encoding'), value: t(`encoding.${encoding}`) },
        { label: t('downlink.port'), value: String(port) },
        { label: t('downlink.confirmed'), value: t(confirmed ? 'yes' : 'no') },
      ]}
    />
  );
}

function Fields({ predefined }: { predefined: readonly DriverDownlink[] }) {
  const { t } = useTranslation('devices');
  const chosen: unknown = useFormContext().watch('name');
  const downlink = predefined.find(({ name }) => name === chosen);
  return (
    <>
      {predefined.length > 0 && (
        <SelectInput
          name="name"
          label={t('downlink.which')}
          options={[
            ...predefined.map(({ name }) => ({ value: name, label: name })),
            { value: own, label: t('downlink.own') },
          ]}
        />
      )}
      {downlink ? (
        <Predefined downlink={downlink} />
      ) : (
        <>
          <PayloadInput />
          <NumberInput name="port" label={t('downlink.port')} help={t('downlink.portHelp')} required />
          <SwitchInput name="confirmed" label={t('downlink.confirmed')} help={t('downlink.confirmedHelp')} />
          <TagsInput name="gatewayIds" label={t('downlink.gateways')} help={t('downlink.gatewaysHelp')} maxTags={20} />
        </>
      )}
    </>
  );
}

/** Sends one of the driver's downlinks, or a content of one's own. */
export function DownlinkDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices');
  const send = useSendDownlink(device.id);
  const predefined = usePredefined(device);
  return (
    <FormDialog
      // The choice begins with the driver's first one, once they are known.
      key={predefined[0]?.name ?? own}
      open
      title={t('downlink.title', { title: device.title })}
      submitLabel={t('downlink.send')}
      schema={downlinkForm}
      defaultValues={{
        name: predefined[0]?.name ?? own,
        port: 1,
        encoding: 'base16',
        payload: '',
        confirmed: false,
        gatewayIds: [],
      }}
      onSubmit={async (values) => {
        await send(bodyOf(values)).catch(
          errorOnField({ VDEVICE_DOWNLINK_PAYLOAD: 'payload', VDEVICE_DOWNLINK_UNKNOWN: 'name' }),
        );
        showToast({ message: t('downlink.accepted') });
      }}
      onClose={onClose}
    >
      <Fields predefined={predefined} />
    </FormDialog>
  );
}
