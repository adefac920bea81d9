import { Box } from '@mui/material';
import { listAlarms } from '@stellwerk/contract/alarm';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { useGroupPackets } from '../group.queries.ts';
import { groupPath } from '../paths.ts';
import { PacketChart } from './PacketChart.tsx';

const lastWeek = relative(7, 'd');
const lastTwoDays = relative(48, 'h');

function State({ group, packets }: { group: SmartGroup; packets: number | null | undefined }) {
  const { t } = useTranslation('smart-groups');
  const { monitorsPackets, packetThreshold } = group;
  if (!monitorsPackets || packetThreshold === null) return <NeutralChip label={t('monitoring.off')} />;
  if (packets === null || packets === undefined) return <StatusChip status="unknown" />;
  const isEnough = packets >= packetThreshold;
  return (
    <StatusChip status={isEnough ? 'ok' : 'error'} label={t(isEnough ? 'monitoring.enough' : 'monitoring.tooFew')} />
  );
}

/** Whether the devices of the group send as much as expected. */
export function MonitoringTab({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const formats = useFormats();
  const seesAlarms = useCan(listAlarms.permission);
  const { data } = useGroupPackets(group.id, lastTwoDays, 'hour');
  const { packetThreshold } = group;
  const count = data?.last24Hours;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' } }}>
      <Card title={t('monitoring.title')} action={<State group={group} packets={count} />}>
        <Facts
          facts={[
            { label: t('monitoring.threshold'), value: packetThreshold && formats.number(packetThreshold) },
            { label: t('monitoring.counted'), value: typeof count === 'number' ? formats.number(count) : undefined },
            {
              label: t('monitoring.until'),
              value: data?.countedUntil ? formats.dateTime(data.countedUntil) : t('packets.soon'),
            },
            ...(seesAlarms
              ? [
                  {
                    label: t('monitoring.alarms'),
                    value: (
                      <InternalLink to={groupPath(group.id, 'alarms&alarms.type=packets')}>
                        {t('monitoring.showAlarms')}
                      </InternalLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <PacketChart group={group} range={lastTwoDays} duration="hour" />
      <PacketChart group={group} range={lastWeek} duration="day" />
    </Box>
  );
}
