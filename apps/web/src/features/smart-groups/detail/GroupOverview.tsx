import { Box, Paper, Typography } from '@mui/material';
import { healths } from '@stellwerk/contract/device';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { alarmFilterOf, useAlarmStatistics } from '../../alarms/index.ts';
import { FilterSummary } from '../FilterSummary.tsx';
import { groupImageAddress, useGroupFigures, useGroupPackets } from '../group.queries.ts';
import { groupPath } from '../paths.ts';
import { PacketChart } from './PacketChart.tsx';

const lastTwoDays = relative(48, 'h');
const lastMonth = relative(30, 'd');

interface TileProps {
  label: string;
  value: ReactNode;
  /** The tab that explains the figure. */
  to: string;
  children?: ReactNode;
}

function Tile({ label, value, to, children }: TileProps) {
  return (
    <Paper variant="outlined" component="li" sx={{ position: 'relative', p: 2, minWidth: 0 }}>
      <InternalLink
        to={to}
        color="inherit"
        underline="none"
        sx={{ '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 } }}
      >
        <Typography color="textSecondary" component="span">
          {label}
        </Typography>
      </InternalLink>
      <Typography sx={{ typography: 'h1', fontVariantNumeric: 'tabular-nums', my: 0.5 }} component="p">
        {value}
      </Typography>
      {children}
    </Paper>
  );
}

function AlarmTile({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const formats = useFormats();
  const { data } = useAlarmStatistics(alarmFilterOf({ filters: {}, smartGroupId: group.id }));
  const { error, warning } = data?.unresolved ?? { error: 0, warning: 0 };
  return (
    <Tile
      label={t('tile.alarms')}
      value={data ? formats.number(error + warning) : '…'}
      to={groupPath(group.id, 'alarms&alarms.status=unresolved')}
    >
      <Typography variant="caption" color="textMuted">
        {t('tile.alarmParts', { error: formats.number(error), warning: formats.number(warning) })}
      </Typography>
    </Tile>
  );
}

function PacketTile({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const formats = useFormats();
  const { data } = useGroupPackets(group.id, lastTwoDays, 'hour');
  const count = data?.last24Hours;
  return (
    <Tile
      label={t('tile.packets')}
      value={count === undefined ? '…' : count === null ? '—' : formats.number(count)}
      to={groupPath(group.id, 'monitoring')}
    >
      <Typography variant="caption" color="textMuted">
        {count === null ? t('tile.notCounted') : t('tile.last24Hours')}
      </Typography>
    </Tile>
  );
}

/** What matters about the devices of a group at a glance. */
export function GroupOverview({ group }: { group: SmartGroup }) {
  const { t } = useTranslation('smart-groups');
  const formats = useFormats();
  const seesDevices = useCan('VirtualDevice.read');
  const { data, error, refetch } = useGroupFigures(group.id);
  const { backgroundImage: image } = group;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="cards" count={4} />;
  const toDevices = groupPath(group.id, 'devices');
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Box
        component="ul"
        aria-label={t('tab.overview')}
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          p: image ? 2 : 0,
          borderRadius: 1,
          listStyle: 'none',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))',
          ...(image && {
            pt: 16,
            backgroundImage: `url("${groupImageAddress(group.id, image.id)}")`,
            backgroundSize: 'cover',
            backgroundPosition: 'center',
          }),
        }}
      >
        <Tile label={t('tile.devices')} value={formats.number(data.devices)} to={toDevices}>
          <Typography variant="caption" color="textMuted">
            {t('tile.disabled', { count: data.disabled, number: formats.number(data.disabled) })}
          </Typography>
        </Tile>
        <Tile label={t('tile.active')} value={formats.number(data.active)} to={toDevices}>
          <Typography variant="caption" color="textMuted">
            {t('tile.activeHelp')}
          </Typography>
        </Tile>
        {seesDevices && <AlarmTile group={group} />}
        <PacketTile group={group} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        <Card title={t('overview.health')}>
          <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {healths.map((health) => (
              <Box
                component="li"
                key={health}
                sx={{ display: 'grid', gridTemplateColumns: '7rem 1fr', alignItems: 'center', justifyItems: 'start' }}
              >
                <StatusChip status={health} />
                <InternalLink to={`${toDevices}&devices.health=${health}`} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {t('figure.count', {
                    count: data.byHealth[health] ?? 0,
                    number: formats.number(data.byHealth[health] ?? 0),
                  })}
                </InternalLink>
              </Box>
            ))}
          </Box>
        </Card>
        <Card title={t('overview.filter')}>
          <FilterSummary filter={group.filter} />
        </Card>
        <PacketChart group={group} range={lastTwoDays} duration="hour" />
        <PacketChart group={group} range={lastMonth} duration="day" />
      </Box>
    </Box>
  );
}
