import { Box, Typography } from '@mui/material';
import { type Connector, deliveryOutcomes } from '@stellwerk/contract/connector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Collapsible } from '../../../ui/surface/Collapsible.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { CopyText } from '../CopyText.tsx';
import { type Delivery, outcomeFilter, useDeliveries } from './delivery.queries.ts';
import { FramedList } from './FramedList.tsx';
import { TestMessage } from './TestMessage.tsx';

const statuses: Record<Delivery['outcome'], Status> = {
  delivered: 'ok',
  waiting: 'info',
  retry: 'warning',
  failed: 'error',
};

function DeliveryHead({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { at, outcome, source, reason, attempts, nextAt } = delivery;
  const next =
    nextAt && t('delivery.next', { count: attempts, shown: formats.number(attempts), at: formats.exactTime(nextAt) });
  return (
    <Box
      component="span"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.25,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '13rem 9rem 8rem minmax(0, 1fr)' },
      }}
    >
      <Typography component="span" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formats.exactTime(at)}
      </Typography>
      <span>
        <StatusChip status={statuses[outcome]} label={t(`deliveryOutcome.${outcome}`)} />
      </span>
      <Typography component="span" color="textSecondary">
        {t(`delivery.source.${source}`)}
      </Typography>
      <Typography component="span" sx={{ overflowWrap: 'anywhere', gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        {[reason?.message, next].filter(Boolean).join(' ')}
      </Typography>
    </Box>
  );
}

function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation('connectors');
  return (
    <FramedList label={t('tab.deliveries')}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Collapsible head={<DeliveryHead delivery={delivery} />}>
            <CopyText text={delivery.content} label={t('packet.copy')} />
            {delivery.answer !== null && (
              <>
                <Typography variant="subtitle2" component="div">
                  {t('delivery.answer')}
                </Typography>
                <CopyText text={delivery.answer} label={t('delivery.copyAnswer')} />
              </>
            )}
          </Collapsible>
        </li>
      ))}
    </FramedList>
  );
}

/** The last hundred messages that went out or wait, and a message to try the connector. */
export function DeliveriesTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const [address, change] = useSearchParams();
  const outcome = outcomeFilter.parse(address.outcome);
  const [isLive, setLive] = useState(true);
  const { data, error, refetch } = useDeliveries(connector.id, outcome, isLive);

  function content() {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeletons shape="rows" />;
    if (data.length > 0) return <DeliveryList deliveries={data} />;
    if (outcome) return <EmptyState compact variant="no-results" />;
    return <EmptyState compact title={t('delivery.empty')} description={t('delivery.emptyText')} />;
  }

  return (
    <>
      <TestMessage connector={connector} />
      <Section title={t('tab.deliveries')} description={t('delivery.description')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 1.5 }}>
          <SelectField
            label={t('packet.outcome')}
            hideLabel
            value={outcome}
            options={[
              { value: undefined, label: t('packet.every') },
              ...deliveryOutcomes.map((value) => ({ value, label: t(`deliveryOutcome.${value}`) })),
            ]}
            onChange={(next) => change({ outcome: next })}
            sx={{ width: 'auto', minWidth: '11rem' }}
          />
          <SwitchField label={t('packet.live')} value={isLive} onChange={setLive} />
        </Box>
        {content()}
      </Section>
    </>
  );
}
