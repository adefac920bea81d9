import { Box, Paper, Typography } from '@mui/material';
import type { SmartGroupRow } from '@stellwerk/contract/smart-group';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { FilterSummary } from '../FilterSummary.tsx';
import { useGroupFigures } from '../group.queries.ts';
import { groupPath } from '../paths.ts';

function Figure({ id, name }: { id: number; name: 'devices' | 'active' }) {
  const { t } = useTranslation('smart-groups');
  const formats = useFormats();
  const { data, error } = useGroupFigures(id);
  return (
    <Box>
      <Typography sx={{ typography: 'h1', fontVariantNumeric: 'tabular-nums' }} component="p">
        {data ? formats.number(data[name]) : error ? '—' : '…'}
      </Typography>
      <Typography variant="caption" color="textMuted">
        {t(`figure.${name}`)}
      </Typography>
    </Box>
  );
}

/** How many devices are in error and how many in warning; everything else is fine or unknown. */
export function HealthCounts({ id }: { id: number }) {
  const { t } = useTranslation('smart-groups');
  const formats = useFormats();
  const { data } = useGroupFigures(id);
  if (!data) return null;
  const { error = 0, warning = 0, invalid = 0 } = data.byHealth;
  const counts: { status: Status; count: number }[] = [
    { status: 'error', count: error },
    // A check that fails counts as a warning, as in alarms.
    { status: 'warning', count: warning + invalid },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {counts.map(({ status, count }) => (
        <StatusChip
          key={status}
          status={count > 0 ? status : 'ok'}
          label={t(`figure.${status}`, { count, number: formats.number(count) })}
        />
      ))}
    </Box>
  );
}

/** A group with what matters about its devices; the whole card leads to its page. */
export function GroupCard({ group }: { group: SmartGroupRow }) {
  const { id, title, tenantName, filter } = group;
  return (
    <Paper
      variant="outlined"
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        p: 2,
        minWidth: 0,
        '&:hover, &:focus-within': { borderColor: 'primary.main' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          <InternalLink
            to={groupPath(id)}
            color="inherit"
            underline="none"
            sx={{ '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 } }}
          >
            {title}
          </InternalLink>
        </Typography>
        <Typography variant="caption" color="textMuted">
          {tenantName}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 3, rowGap: 1 }}>
        <Figure id={id} name="devices" />
        <Figure id={id} name="active" />
        <HealthCounts id={id} />
      </Box>
      <FilterSummary filter={filter} />
    </Paper>
  );
}
