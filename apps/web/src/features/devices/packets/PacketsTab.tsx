import { Button } from '@mui/material';
import type { Device } from '@stellwerk/contract/device';
import { packetOutcomes } from '@stellwerk/contract/packet';
import { Inbox, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { LogFrame } from '../../../ui/table/LogFrame.tsx';
import { LogRows } from '../../../ui/table/LogRows.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import { ReparseDialog } from '../reparse/ReparseDialog.tsx';
import { PacketRow } from './PacketRow.tsx';
import { usePackets } from './packet.queries.ts';

const lastWeek = relative(7, 'd');

/** What came from a device and what became of it, as it comes. */
export function PacketsTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  const [range, setRange] = useTimeRange(lastWeek);
  const [search, change] = useSearchParams();
  const [isReparsing, setReparsing] = useState(false);
  const outcome = packetOutcomes.find((each) => each === search.outcome);
  const found = usePackets(device.id, { range, outcome });
  const isTimeout = found.error && 'code' in found.error && found.error.code === 'TIMEOUT';
  const none = <EmptyState icon={Inbox} title={t('packet.none')} description={t('packet.noneHelp')} />;
  const reparse = (
    <Button startIcon={<RefreshCw aria-hidden />} onClick={() => setReparsing(true)}>
      {t('reparse.action')}
    </Button>
  );
  return (
    <LogFrame
      label={t('tab.packets')}
      range={{ value: range, onChange: setRange }}
      choice={{
        label: t('packet.outcome'),
        every: t('outcome.every'),
        options: packetOutcomes.map((value) => ({ value, title: t(`outcome.${value}`) })),
        value: outcome,
        onChange: (value) => change({ outcome: value }, { replace: false }),
      }}
      action={device.abilities.update && reparse}
    >
      <LogRows
        label={t('tab.packets')}
        columns={[{ title: t('packet.receivedAt') }, { title: t('packet.outcome') }, { title: t('packet.content') }]}
        found={found}
        {...(isTimeout ? { errorTitle: t('packet.timeout') } : {})}
        rows={found.data?.pages.flatMap((page) => page.packets) ?? []}
        renderRow={(packet) => <PacketRow key={packet.id} device={device} packet={packet} />}
        empty={outcome ? <EmptyState variant="no-results" /> : none}
        more={t('packet.more')}
      />
      {isReparsing && <ReparseDialog deviceIds={[device.id]} range={range} onClose={() => setReparsing(false)} />}
    </LogFrame>
  );
}
