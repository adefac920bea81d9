import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/Chart.tsx';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { CopyButton } from '../../ui/input/CopyButton.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Tags } from '../../ui/status/Tags.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';
import { statusColours } from '../../ui/theme/palette.ts';
import { Value } from '../../ui/value/Value.tsx';
import { DemoGrid } from './DemoGrid.tsx';
import { sparkModel } from './sample-charts.ts';
import { noise, sampleNowMs } from './sample-data.ts';

const minuteMs = 60_000;

function Values() {
  const { t } = useTranslation('gallery');
  const [live, setLive] = useState({ value: 22.4, measuredAt: sampleNowMs });
  const ago = (minutes: number) => sampleNowMs - minutes * minuteMs;
  return (
    <DemoGrid minWidth="12rem">
      <Card>
        <Value
          label={t('basics.temperature')}
          value={live.value}
          unit="°C"
          measuredAt={live.measuredAt}
          expectedEveryMs={10 * minuteMs}
        />
        <Chart label={t('basics.temperature')} model={sparkModel} height={5} />
        <Button
          size="small"
          sx={{ mt: 1 }}
          onClick={() => setLive({ value: Math.round(200 + noise(live.measuredAt) * 60) / 10, measuredAt: Date.now() })}
        >
          {t('basics.pulse')}
        </Button>
      </Card>
      <Card>
        <Value label={t('basics.late')} value={41} unit="% rF" measuredAt={ago(25)} expectedEveryMs={10 * minuteMs} />
      </Card>
      <Card>
        <Value
          label={t('basics.stale')}
          value={18_204.3}
          unit="m³"
          measuredAt={ago(540)}
          expectedEveryMs={10 * minuteMs}
        />
      </Card>
      <Card>
        <Value label={t('basics.never')} value={null} unit="%" measuredAt={null} />
      </Card>
      <Card>
        <Value label={t('basics.text')} value="frei" size="small" measuredAt={ago(2)} />
      </Card>
    </DemoGrid>
  );
}

export function BasicsDemo() {
  const { t } = useTranslation('gallery');
  const [search, setSearch] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  return (
    <Stack spacing={2}>
      <Values />
      <DemoGrid>
        <Card title={t('basics.chips')}>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            {statusColours.map((status) => (
              <StatusChip key={status} status={status} />
            ))}
            <StatusChip status="error" label={t('basics.ownWord')} reason={t('basics.reason')} />
            <NeutralChip label={t('phase')} />
          </Stack>
        </Card>
        <Card title={t('basics.facts')} subtitle={t('basics.factsSubtitle')}>
          <Facts
            facts={[
              { label: t('table.model'), value: 'AM307' },
              {
                label: t('basics.key'),
                value: (
                  <Box sx={{ display: 'flex', alignItems: 'center' }}>
                    70B3D5499A1F0C22 <CopyButton text="70B3D5499A1F0C22" />
                  </Box>
                ),
              },
              { label: t('basics.link'), value: <InternalLink to="/gallery?tab=map">{t('tabs.map')}</InternalLink> },
              { label: t('basics.unknown'), value: null },
              { label: t('basics.tags'), value: <Tags tags={['schule', 'co2']} /> },
            ]}
          />
        </Card>
        <Card title={t('basics.search')}>
          <SearchInput value={search} onChange={setSearch} placeholder={t('table.search')} />
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {search === '' ? t('basics.slash') : t('basics.searchedFor', { search })}
          </Typography>
        </Card>
        <Card title={t('basics.files')}>
          <FileDrop
            label={t('basics.drop')}
            files={files}
            onChange={setFiles}
            multiple
            accept={['.csv', '.json']}
            maxSizeBytes={2_000_000}
          />
        </Card>
      </DemoGrid>
    </Stack>
  );
}
