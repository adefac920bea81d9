import { Box, Button, Typography } from '@mui/material';
import type { Driver } from '@stellwerk/contract/driver';
import { GitCompare, Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import type { DriverDialog } from '../DriverDialogs.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { VersionDialog } from './VersionDialog.tsx';

interface VersionsTabProps {
  onAsk: (dialog: DriverDialog) => void;
}

function DraftCard({ onAsk, onDiff }: VersionsTabProps & { onDiff: () => void }) {
  const { t } = useTranslation('drivers');
  const { driver, isDirty, mayEdit } = useDraft();
  const hasPublished = driver.publishedVersion !== null;
  return (
    <Card
      title={t('versions.draft')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {hasPublished && (
            <Button size="small" startIcon={<GitCompare aria-hidden />} onClick={onDiff}>
              {t('versions.changes')}
            </Button>
          )}
          {mayEdit && hasPublished && (
            <Button size="small" startIcon={<Undo2 aria-hidden />} onClick={() => onAsk('discard')}>
              {t('discard.action')}
            </Button>
          )}
          {mayEdit && (
            <Button
              size="small"
              variant="contained"
              startIcon={<Upload aria-hidden />}
              onClick={() => onAsk('publish')}
            >
              {t('publish.action')}
            </Button>
          )}
        </Box>
      }
    >
      <Typography color="textSecondary">
        {t(isDirty ? 'versions.draftUnsaved' : hasPublished ? 'versions.draftText' : 'versions.firstDraftText')}
      </Typography>
    </Card>
  );
}

interface VersionRowProps {
  version: Driver['versions'][number];
  isNewest: boolean;
  onOpen: () => void;
}

function VersionRow({ version, isNewest, onOpen }: VersionRowProps) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const { number, publishedAt, publishedBy, deviceCount, notes } = version;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'flex-start',
        py: 1.5,
        borderBottom: 1,
        borderColor: 'border.main',
        '&:last-of-type': { borderBottom: 0, pb: 0 },
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography variant="h3">{t('version.long', { number })}</Typography>
          {isNewest && <StatusChip status="ok" label={t('versions.newest')} />}
          <NeutralChip label={t('versions.devices', { count: deviceCount, shown: formats.number(deviceCount) })} />
        </Box>
        <Typography variant="body2" color="textSecondary" component="div">
          <Age at={publishedAt} />
          {publishedBy && ` · ${publishedBy}`}
        </Typography>
        {notes && <Typography sx={{ mt: 0.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{notes}</Typography>}
      </Box>
      <Button size="small" startIcon={<GitCompare aria-hidden />} onClick={onOpen}>
        {t('versions.compareNow')}
      </Button>
    </Box>
  );
}

/** What was published when, and what waits to be. */
export function VersionsTab({ onAsk }: VersionsTabProps) {
  const { t } = useTranslation('drivers');
  const { driver, isDirty } = useDraft();
  const [opened, setOpened] = useState<number>();
  const published = driver.versions.filter(({ publishedAt }) => publishedAt !== null);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {(driver.draft || isDirty) && (
        <DraftCard onAsk={onAsk} onDiff={() => setOpened(driver.publishedVersion ?? undefined)} />
      )}
      <Card title={t('versions.title')}>
        {published.length === 0 ? (
          <EmptyState compact title={t('versions.none')} description={t('versions.noneText')} />
        ) : (
          <Box component="ol" aria-label={t('versions.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {published.map((version) => (
              <VersionRow
                key={version.id}
                version={version}
                isNewest={version.number === driver.publishedVersion}
                onOpen={() => setOpened(version.number)}
              />
            ))}
          </Box>
        )}
      </Card>
      {opened !== undefined && <VersionDialog number={opened} onClose={() => setOpened(undefined)} />}
    </Box>
  );
}
