import { Box, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import type { ReferenceEntry, ReferencePart } from '@stellwerk/plugin/connector-web';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/surface/Card.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { CopyText } from '../CopyText.tsx';
import { connectorWebs } from '../kinds/all-kinds.ts';
import { useKindTexts } from '../kinds/use-kind-texts.ts';

function Entry({ entry }: { entry: ReferenceEntry }) {
  const { t } = useTranslation('connectors');
  if (entry.is === 'note') return <Typography color="textSecondary">{entry.text}</Typography>;
  return (
    <Box>
      <Typography variant="subtitle2" component="div" sx={{ mb: 0.5 }}>
        {entry.label}
      </Typography>
      <CopyText
        text={entry.is === 'value' ? entry.value : entry.text}
        label={t('reference.copy', { name: entry.label })}
      />
    </Box>
  );
}

/** Kinds without words of their own still have addresses. */
const plainParts = ({ endpoints }: Connector, title: string): ReferencePart[] =>
  endpoints.length > 0
    ? [{ title, entries: endpoints.map(({ name, value }) => ({ is: 'value', label: name, value })) }]
    : [];

/** What to enter in the other system, with the values of this connector. */
export function ReferenceTab({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  const web = connectorWebs.get(connector.type);
  const parts =
    web?.reference({
      connector,
      endpoint: (name) => connector.endpoints.find((each) => each.name === name)?.value ?? '',
      identifier: t('reference.identifier'),
      t: texts.of(connector.type),
    }) ?? plainParts(connector, t('reference.addresses'));
  return (
    <Section title={t('tab.reference')} description={t('reference.description')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: '56rem' }}>
        {parts.map(({ title, entries }) => (
          <Card key={title} title={title}>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              {entries.map((entry) => (
                <Entry key={entry.is === 'note' ? entry.text : entry.label} entry={entry} />
              ))}
            </Box>
          </Card>
        ))}
        {parts.length === 0 && <Typography color="textSecondary">{t('reference.none')}</Typography>}
      </Box>
    </Section>
  );
}
