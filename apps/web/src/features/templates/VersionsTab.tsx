import { Box, Button, Typography } from '@mui/material';
import type { DeviceTemplate } from '@stellwerk/contract/device-template';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Age } from '../../ui/value/Age.tsx';
import { useTemplateActions } from './template.queries.ts';

/** All published versions, the newest first; each can be published again. */
export function VersionsTab({ template }: { template: DeviceTemplate }) {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  const { rollBack } = useTemplateActions();
  const [asked, setAsked] = useState<number>();
  const { id, title, versions, productiveVersion, abilities } = template;
  if (versions.length === 0) return <EmptyState title={t('versions.none')} description={t('versions.noneText')} />;
  return (
    <Card title={t('versions.title')}>
      <Box component="ol" aria-label={t('versions.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {versions.map(({ number, publishedAt, publishedBy, notes, restores, deviceCount }) => (
          <Box
            component="li"
            key={number}
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
                <Typography variant="h3">{t('general.versionNumber', { number })}</Typography>
                {number === productiveVersion && <StatusChip status="ok" label={t('versions.productive')} />}
                {restores !== null && <NeutralChip label={t('versions.restores', { number: restores })} />}
                <NeutralChip
                  label={t('versions.devices', { count: deviceCount, shown: formats.number(deviceCount) })}
                />
              </Box>
              <Typography variant="body2" color="textSecondary" component="div">
                <Age at={publishedAt} />
                {publishedBy && ` · ${publishedBy}`}
              </Typography>
              {notes && (
                <Typography sx={{ mt: 0.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{notes}</Typography>
              )}
            </Box>
            {abilities.update && number !== productiveVersion && (
              <Button size="small" startIcon={<Undo2 aria-hidden />} onClick={() => setAsked(number)}>
                {t('versions.rollBack')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      <ConfirmDialog
        open={asked !== undefined}
        title={t('versions.question', { title, number: asked })}
        description={t('versions.text')}
        confirmLabel={t('versions.rollBack')}
        danger={false}
        onConfirm={async () => {
          const { version } = await rollBack({ id, version: asked ?? 0 });
          showToast({ message: t('publish.done', { version }) });
        }}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  );
}
