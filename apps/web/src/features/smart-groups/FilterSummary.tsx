import { Box, Typography } from '@mui/material';
import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { useTranslation } from 'react-i18next';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { useConnectorChoices, useDriverChoices } from '../devices/index.ts';
import { useTwin } from '../twins/index.ts';
import { filterParts } from './filter-text.ts';

function TwinChip({ id }: { id: number }) {
  const { t } = useTranslation('smart-groups');
  const twin = useTwin(id);
  return <NeutralChip label={`${t('field.twin')}: ${twin.data?.title ?? id}`} />;
}

/** Which devices belong to a group, as chips. */
export function FilterSummary({ filter }: { filter: SmartGroup['filter'] }) {
  const { t } = useTranslation(['smart-groups', 'devices', 'ui']);
  const connectors = useConnectorChoices(undefined).data ?? [];
  const drivers = useDriverChoices().data?.data ?? [];
  const { twinId, ...rest } = filter;
  const parts = filterParts(
    rest,
    {
      connector: (id) => connectors.find((each) => each.id === id)?.name ?? String(id),
      driver: (id) => drivers.find((each) => each.id === id)?.title ?? String(id),
      twin: String,
    },
    t,
  );
  if (parts.length === 0 && twinId === undefined) {
    return <Typography color="textSecondary">{t('filter.everything')}</Typography>;
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {twinId !== undefined && <TwinChip id={twinId} />}
      {parts.map(({ label, value }) => (
        <NeutralChip key={label} label={`${label}: ${value}`} />
      ))}
    </Box>
  );
}
