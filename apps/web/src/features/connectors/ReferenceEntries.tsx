import { Box, Typography } from '@mui/material';
import type { Connector } from '@stellwerk/contract/connector';
import type { ReferenceEntry, ReferenceInput } from '@stellwerk/plugin/connector-web';
import { useTranslation } from 'react-i18next';
import { addressHere } from '../../lib/address-here.ts';
import { CopyText } from './CopyText.tsx';
import { useKindTexts } from './kinds/use-kind-texts.ts';

/** Values of a connector for its kind, with addresses that this browser reaches. */
export function useReferenceInput(connector: Connector): ReferenceInput {
  const { t } = useTranslation('connectors');
  const texts = useKindTexts();
  return {
    connector,
    endpoint: (name) => addressHere(connector.endpoints.find((each) => each.name === name)?.value ?? ''),
    identifier: t('reference.identifier'),
    t: texts.of(connector.type),
  };
}

function Entry({ entry }: { entry: ReferenceEntry }) {
  const { t } = useTranslation('connectors');
  if (entry.is === 'note') return <Typography color="textSecondary">{entry.text}</Typography>;
  return (
    <Box role="group" aria-label={entry.label}>
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

/** Values and commands one below the other, each with a button that copies it. */
export function ReferenceEntries({ entries }: { entries: readonly ReferenceEntry[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {entries.map((entry) => (
        <Entry key={entry.is === 'note' ? entry.text : entry.label} entry={entry} />
      ))}
    </Box>
  );
}
