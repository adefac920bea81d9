import { Box, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import type { ReferencePart } from '@stellwerk/plugin/connector-web';
import { useTranslation } from 'react-i18next';
import { addressHere } from '../../../lib/address-here.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { connectorWebs } from '../kinds/all-kinds.ts';
import { ReferenceEntries, useReferenceInput } from '../ReferenceEntries.tsx';

/** Kinds without words of their own still have addresses. */
const plainParts = ({ endpoints }: Connector, title: string): ReferencePart[] =>
  endpoints.length > 0
    ? [
        {
          title,
          entries: endpoints.map(({ name, value }) => ({ is: 'value', label: name, value: addressHere(value) })),
        },
      ]
    : [];

/** What to enter in the other system, with the values of this connector. */
export function ReferenceTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const input = useReferenceInput(connector);
  const parts = connectorWebs.get(connector.type)?.reference(input) ?? plainParts(connector, t('reference.addresses'));
  return (
    <Section title={t('tab.reference')} description={t('reference.description')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: '56rem' }}>
        {parts.map(({ title, entries }) => (
          <Card key={title} title={title}>
            <ReferenceEntries entries={entries} />
          </Card>
        ))}
        {parts.length === 0 && <Typography color="textSecondary">{t('reference.none')}</Typography>}
      </Box>
    </Section>
  );
}
