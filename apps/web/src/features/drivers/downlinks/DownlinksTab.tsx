import { Box, Button, Typography } from '@mui/material';
import type { DriverDownlink } from '@stellwerk/contract/driver';
import { Plus, SendHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useRows } from '../../../ui/form/use-rows.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { DownlinkCard } from './DownlinkCard.tsx';

const maxDownlinks = 100;
const blank: DriverDownlink = {
  name: '',
  port: 1,
  payload: '',
  encoding: 'base16',
  confirmed: false,
  gatewayIds: [],
};

/** Messages that can be sent to a device with a click. */
export function DownlinksTab() {
  const { t } = useTranslation('drivers');
  const { content, change, mayEdit } = useDraft();
  const { downlinks } = content;
  const set = (next: DriverDownlink[]) => change({ downlinks: next });
  const rows = useRows(downlinks, set);
  const addButton = mayEdit && (
    <Button
      startIcon={<Plus aria-hidden />}
      disabled={downlinks.length >= maxDownlinks}
      onClick={() => set([...downlinks, blank])}
    >
      {t('downlinks.add')}
    </Button>
  );
  return (
    <Card title={t('tab.downlinks')} action={downlinks.length > 0 && addButton}>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: '48rem' }}>
        {t('downlinks.help')}
      </Typography>
      {downlinks.length === 0 && (
        <EmptyState
          compact
          icon={SendHorizontal}
          title={t('downlinks.none')}
          description={t('downlinks.noneText')}
          action={addButton}
        />
      )}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {rows.map(({ key, value: downlink, index, change: changeRow, remove }) => (
          <DownlinkCard
            key={key}
            downlink={downlink}
            index={index}
            isRepeated={downlinks.some(({ name }, place) => place !== index && name !== '' && name === downlink.name)}
            onChange={changeRow}
            onRemove={remove}
          />
        ))}
      </Box>
    </Card>
  );
}
