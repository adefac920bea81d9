import type { Device } from '@stellwerk/contract/device';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isApiError } from '../../../lib/api.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Wizard } from '../../../ui/wizard/Wizard.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { useConnectorKinds } from '../../connectors/index.ts';
import { useConnectorChoices } from '../choice.queries.ts';
import { findDevice, useDeviceActions } from '../device.queries.ts';
import { devicesPath } from '../paths.ts';
import { ConnectorStep } from './ConnectorStep.tsx';
import { DataStep } from './DataStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { DriverStep } from './DriverStep.tsx';
import { ExistingDevice, type KnownDevice } from './ExistingDevice.tsx';
import { usePlaceAccount } from './use-place-account.ts';
import { bodyOf, emptyDevice, type WizardValues, wizardForm } from './wizard-form.ts';

const complaints = {
  VDEVICE_DUPLICATE_EXTERNAL_ID: 'externalId',
  VDEVICE_INVALID_EUI: 'externalId',
  VDEVICE_INVALID_HEX_ID: 'externalId',
  DTWIN_CREATE_DUPLICATE_ENTRY: 'title',
};

/** The kind of the chosen connector says how devices are named there and what else they need. */
function useChosenKind() {
  const accountId = usePlaceAccount();
  const chosen: unknown = useFormContext().watch('connectorId');
  const { data: connectors } = useConnectorChoices(accountId);
  const { data: kinds } = useConnectorKinds();
  const type = connectors?.find(({ id }) => id === chosen)?.type;
  return kinds?.find((kind) => kind.type === type);
}

interface StepsProps {
  initialAccount: { id: number; name: string } | undefined;
  /** The device that has the external id already. */
  existing: KnownDevice | undefined;
}

function Steps({ initialAccount, existing }: StepsProps) {
  const { t } = useTranslation('devices');
  const { go } = useNavigation();
  const kind = useChosenKind();
  return (
    <>
      {existing && <ExistingDevice device={existing} />}
      <Wizard
        finishLabel={t('create.action')}
        onCancel={() => go(devicesPath)}
        steps={[
          {
            id: 'connector',
            title: t('column.connector'),
            fields: ['place', 'parentId', 'tenantId', 'connectorId'],
            content: <ConnectorStep initialAccount={initialAccount} />,
          },
          { id: 'driver', title: t('column.driver'), fields: ['driverId'], content: <DriverStep /> },
          { id: 'data', title: t('wizard.data'), content: <DataStep kind={kind} /> },
        ]}
      />
    </>
  );
}

/** What a link to the wizard fills in: a connector with its account, and an id that it has received. */
const prefillSearch = z.object({
  connector: z.coerce.number().int().positive(),
  tenant: z.coerce.number().int().positive(),
  tenantName: z.coerce.string().max(200),
  externalId: z.coerce.string().max(200),
});

function usePrefill() {
  const [search] = useSearchParams();
  const { data } = prefillSearch.safeParse(search);
  if (!data) return undefined;
  const { connector, tenant, tenantName, externalId } = data;
  return {
    account: { id: tenant, name: tenantName },
    values: { connectorId: connector, tenantId: tenant, externalId },
  };
}

function Creation({ onAgain }: { onAgain: () => void }) {
  const { create } = useDeviceActions();
  const prefill = usePrefill();
  const { account } = useChosenAccount();
  const session = useSession();
  const ownAccount = prefill?.account ?? account ?? session?.primaryTenants[0];
  const [created, setCreated] = useState<Device>();
  const [existing, setExisting] = useState<KnownDevice>();

  async function submit(values: WizardValues) {
    setExisting(undefined);
    const body = bodyOf(values);
    try {
      setCreated(await create(body));
    } catch (error) {
      if (isApiError(error) && error.code === 'VDEVICE_DUPLICATE_EXTERNAL_ID') {
        setExisting(await findDevice(values.connectorId, body.externalId).catch(() => undefined));
      }
      errorOnField(complaints)(error);
    }
  }

  return (
    <Form
      schema={wizardForm}
      defaultValues={{
        ...emptyDevice,
        driverId: null,
        place: 'top',
        ...(ownAccount ? { tenantId: ownAccount.id } : {}),
        ...prefill?.values,
      }}
      onSubmit={submit}
    >
      {created ? (
        <DoneStep device={created} onAgain={onAgain} />
      ) : (
        <Steps initialAccount={ownAccount} existing={existing} />
      )}
    </Form>
  );
}

/** A new device: connector, driver, data, and then its first packet. */
export function CreateDevicePage() {
  const { t } = useTranslation('devices');
  const [round, setRound] = useState(0);
  return (
    <Page id="create-device" title={t('wizard.title')} description={t('wizard.description')}>
      <Card>
        <Creation key={round} onAgain={() => setRound(round + 1)} />
      </Card>
    </Page>
  );
}
