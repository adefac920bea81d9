import { Alert } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useSession } from '../../../lib/session.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { useGo } from '../../../ui/navigation/use-go.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Wizard } from '../../../ui/wizard/Wizard.tsx';
import { onField } from '../../accounts/index.ts';
import { useConnectorKinds } from '../../connectors/index.ts';
import { useConnectorChoices } from '../choice.queries.ts';
import { findDevice, useDeviceActions } from '../device.queries.ts';
import { devicePath, devicesPath } from '../paths.ts';
import { ConnectorStep } from './ConnectorStep.tsx';
import { DataStep } from './DataStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { DriverStep } from './DriverStep.tsx';
import { usePlaceAccount } from './use-place-account.ts';
import { bodyOf, emptyDevice, type WizardValues, wizardForm } from './wizard-form.ts';

const complaints = {
  VDEVICE_DUPLICATE_EXTERNAL_ID: 'externalId',
  VDEVICE_INVALID_EUI: 'externalId',
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
  existing: { id: number } | undefined;
}

function Steps({ initialAccount, existing }: StepsProps) {
  const { t } = useTranslation('devices');
  const { go } = useGo();
  const kind = useChosenKind();
  return (
    <>
      {existing && (
        <Alert
          severity="info"
          action={<InternalLink to={devicePath(existing.id)}>{t('wizard.openExisting')}</InternalLink>}
        >
          {t('wizard.exists')}
        </Alert>
      )}
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

function Creation({ onAgain }: { onAgain: () => void }) {
  const { create } = useDeviceActions();
  const { account } = useChosenAccount();
  const session = useSession();
  const ownAccount = account ?? session?.primaryTenants[0];
  const [created, setCreated] = useState<Device>();
  const [existing, setExisting] = useState<{ id: number }>();

  async function submit(values: WizardValues) {
    setExisting(undefined);
    const body = bodyOf(values);
    try {
      setCreated(await create(body));
    } catch (error) {
      if (isApiError(error) && error.code === 'VDEVICE_DUPLICATE_EXTERNAL_ID') {
        setExisting(await findDevice(values.connectorId, body.externalId).catch(() => undefined));
      }
      onField(complaints)(error);
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
