import { Box } from '@mui/material';
import { type Connector, trafficOutcomes } from '@stellwerk/contract/connector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { SearchInput } from '../../../ui/input/SearchInput.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { Section } from '../../../ui/surface/Section.tsx';
import { PacketList } from './PacketList.tsx';
import { outcomeFilter, type Traffic, useTraffic } from './traffic.queries.ts';

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
        <SelectField
          label={t('packet.outcome')}
          hideLabel
          value={outcome}
          options={[
            { value: undefined, label: t('packet.every') },
            ...trafficOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
          ]}
          onChange={(next) => change({ outcome: next })}
          sx={{ width: 'auto', minWidth: '11rem' }}
        />
        <SwitchField label={t('packet.live')} value={isLive} onChange={setLive} />
      </Box>
      {content()}
    </Section>
  );
}
