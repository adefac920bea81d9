import { Alert, Button } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useUnknownActions, useUnknownIds } from '../../connectors/index.ts';

interface ReplayOfferProps {
  device: Pick<Device, 'connector' | 'externalId'>;
}

function Offer({ device: { connector, externalId } }: ReplayOfferProps) {
  const { t } = useTranslation('devices');
  const { data } = useUnknownIds(connector.id);
  const { replay } = useUnknownActions(connector.id);
  const [replayed, setReplayed] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const kept = data?.find(({ identifier }) => identifier === externalId)?.kept ?? 0;
  if (replayed !== undefined) return <Alert severity="success">{t('wizard.replayed', { count: replayed })}</Alert>;
  if (kept === 0) return null;

  async function run() {
    setBusy(true);
    try {
      setReplayed((await replay(externalId)).replayed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Alert
      severity="info"
      action={
        <Button
          size="small"
          variant="text"
          color="inherit"
          loading={isBusy}
          // A refused call leaves the offer.
          onClick={() => void run().catch(() => undefined)}
        >
          {t('wizard.replay')}
        </Button>
      }
    >
      {t('wizard.kept', { count: kept })}
    </Alert>
  );
}

/** Messages that arrived before the device existed. Connectors are shown to those who manage them. */
export function ReplayOffer(props: ReplayOfferProps) {
  return useCan('all.manage') ? <Offer {...props} /> : null;
}
