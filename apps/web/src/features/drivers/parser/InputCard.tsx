import { Box, Button, Collapse, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { packetFormats } from './packet-text.ts';
import { RecentPackets } from './RecentPackets.tsx';
import type { Workbench } from './use-workbench.ts';

function PacketFields({ bench }: { bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const { input, changeInput, reading } = bench;
  const problem = reading.status === 'wrong' ? reading.problem : undefined;
  const isPayloadWrong = problem !== undefined && problem !== 'port' && problem !== 'meta';
  const understood =
    reading.status === 'ready' &&
    (reading.bytes
      ? t('input.understoodBytes', {
          format: t(`format.${reading.format}`),
          count: reading.bytes.length,
          shown: formats.number(reading.bytes.length),
        })
      : t('input.understood', { format: t(`format.${reading.format}`) }));
  const [showsMeta, setShowsMeta] = useState(input.meta !== '');
  const Icon = showsMeta ? ChevronDown : ChevronRight;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        label={t('input.payload')}
        value={input.text}
        onChange={(text) => changeInput({ text })}
        rows={2}
        maxRows={10}
        placeholder={t('input.sample')}
        error={isPayloadWrong ? t(`input.problem.${problem}`) : undefined}
        help={understood || t('input.help')}
        isCode
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <SelectField
          label={t('input.format')}
          value={input.format}
          options={packetFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
          onChange={(format) => changeInput({ format })}
          sx={{ width: '10rem' }}
        />
        <TextField
          label={t('input.port')}
          value={input.port}
          onChange={(port) => changeInput({ port })}
          error={problem === 'port' ? t('input.problem.port') : undefined}
          maxLength={5}
          attributes={{ inputMode: 'numeric' }}
          sx={{ width: '6rem' }}
        />
      </Box>
      <Box>
        <Button
          variant="text"
          size="small"
          startIcon={<Icon aria-hidden />}
          aria-expanded={showsMeta}
          onClick={() => setShowsMeta(!showsMeta)}
        >
          {t('input.meta')}
        </Button>
        <Collapse in={showsMeta} unmountOnExit>
          <TextField
            label={t('input.metaLabel')}
            value={input.meta}
            onChange={(meta) => changeInput({ meta })}
            rows={3}
            error={problem === 'meta' ? t('input.problem.meta') : undefined}
            help={t('input.metaHelp')}
            placeholder='{ "lora": { "fport": 85, "rssi": -97 } }'
            isCode
            sx={{ mt: 1 }}
          />
        </Collapse>
      </Box>
    </Box>
  );
}

/** The packet that is tried: typed, or one that was really received. */
export function InputCard({ bench }: { bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const [source, setSource] = useState<'own' | 'recent'>('own');
  return (
    <Card
      title={t('input.title')}
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={source}
          onChange={(_, next: 'own' | 'recent' | null) => next && setSource(next)}
          aria-label={t('input.source')}
        >
          <ToggleButton value="own">{t('input.own')}</ToggleButton>
          <ToggleButton value="recent">{t('input.recent')}</ToggleButton>
        </ToggleButtonGroup>
      }
    >
      {source === 'own' ? (
        <PacketFields bench={bench} />
      ) : (
        <RecentPackets
          onChoose={(input) => {
            bench.changeInput(input);
            setSource('own');
          }}
        />
      )}
      {!bench.mayRun && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {t('input.mayNotRun')}
        </Typography>
      )}
    </Card>
  );
}
