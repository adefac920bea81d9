import { Box, Button, Collapse, MenuItem, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
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
        onChange={({ target }) => changeInput({ text: target.value })}
        multiline
        minRows={2}
        maxRows={10}
        placeholder={t('input.sample')}
        error={isPayloadWrong}
        helperText={isPayloadWrong ? t(`input.problem.${problem}`) : understood || t('input.help')}
        slotProps={{ htmlInput: { spellCheck: false, sx: { fontFamily: monospaceFamily } } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          select
          label={t('input.format')}
          value={input.format}
          onChange={({ target }) =>
            changeInput({ format: packetFormats.find((format) => format === target.value) ?? 'auto' })
          }
          sx={{ width: '10rem' }}
        >
          {packetFormats.map((format) => (
            <MenuItem key={format} value={format}>
              {t(`format.${format}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('input.port')}
          value={input.port}
          onChange={({ target }) => changeInput({ port: target.value })}
          error={problem === 'port'}
          helperText={problem === 'port' && t('input.problem.port')}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
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
            onChange={({ target }) => changeInput({ meta: target.value })}
            multiline
            minRows={3}
            maxRows={10}
            error={problem === 'meta'}
            helperText={problem === 'meta' ? t('input.problem.meta') : t('input.metaHelp')}
            placeholder='{ "lora": { "fport": 85, "rssi": -97 } }'
            slotProps={{ htmlInput: { spellCheck: false, sx: { fontFamily: monospaceFamily } } }}
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
