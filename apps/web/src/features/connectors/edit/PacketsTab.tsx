import { Box, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material';
import { type Connector, trafficOutcomes } from '@stellwerk/contract/connector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Section } from '../../../ui/surface/Section.tsx';
import { PacketList } from './PacketList.tsx';
import { outcomeFilter, type Traffic, useTraffic } from './traffic.queries.ts';

const every = '';

/** Looks at what is shown anyway: there are never more than a hundred. */
function matching(packets: readonly Traffic[], search: string): Traffic[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return [...packets];
  return packets.filter(({ identifier, device, reason, content }) =>
    [identifier, device?.title ?? '', reason?.message ?? '', JSON.stringify(content)].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    ),
  );
}

function OutcomeSelect({ value, onChange }: { value: string; onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation('connectors');
  return (
    <TextField
      select
      value={value}
      onChange={(event) => onChange(event.target.value || undefined)}
      slotProps={{ select: { displayEmpty: true, inputProps: { 'aria-label': t('packet.outcome') } } }}
      sx={{ width: 'auto', minWidth: '11rem' }}
    >
      <MenuItem value={every}>{t('packet.every')}</MenuItem>
      {trafficOutcomes.map((outcome) => (
        <MenuItem key={outcome} value={outcome}>
          {t(`outcome.${outcome}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The last hundred messages and what became of each, as they come in. */
export function PacketsTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const [address, change] = useSearchParams();
  const outcome = outcomeFilter.parse(address.outcome);
  const [search, setSearch] = useState('');
  const [isLive, setLive] = useState(true);
  const { data, error, refetch } = useTraffic(connector.id, outcome, isLive);
  const shown = matching(data ?? [], search);

  function content() {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeletons shape="rows" />;
    if (shown.length > 0) return <PacketList packets={shown} />;
    if (outcome || search !== '') return <EmptyState compact variant="no-results" />;
    return <EmptyState compact title={t('packet.empty')} description={t('packet.emptyText')} />;
  }

  return (
    <Section title={t('tab.packets')} description={t('packet.description')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1.5 }}>
        <Box sx={{ flex: '0 1 20rem', minWidth: '12rem' }}>
          <SearchInput value={search} onChange={setSearch} placeholder={t('packet.search')} />
        </Box>
        <OutcomeSelect value={outcome ?? every} onChange={(next) => change({ outcome: next })} />
        <FormControlLabel
          label={t('packet.live')}
          control={<Switch checked={isLive} onChange={(_, checked) => setLive(checked)} />}
        />
      </Box>
      {content()}
    </Section>
  );
}
