import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import type { Driver } from '@stellwerk/contract/driver';
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { maxFileBytes, useDriverFileActions } from '../driver-file.queries.ts';

interface FileRowProps {
  file: Driver['attachments'][number];
  onDownload: () => void;
  onRemove: (() => void) | undefined;
}

function FileRow({ file, onDownload, onRemove }: FileRowProps) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
        <Paperclip size="1rem" />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
        <Typography variant="caption" color="textMuted" component="div">
          {formats.bytes(file.sizeBytes)} · <Age at={file.createdAt} />
        </Typography>
      </Box>
      <Tooltip title={t('attachment.download')}>
        <IconButton aria-label={t('attachment.downloadNamed', { name: file.name })} onClick={onDownload}>
          <Download aria-hidden />
        </IconButton>
      </Tooltip>
      {onRemove && (
        <Tooltip title={t('attachment.remove')}>
          <IconButton aria-label={t('attachment.removeNamed', { name: file.name })} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

/** Data sheets, drawings and manuals. */
export function Attachments({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const { attach, detach, download } = useDriverFileActions(driver.id);
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState(0);
  const [asked, setAsked] = useState<string>();
  const { attachments, abilities } = driver;

  async function take(files: File[]) {
    setProblem(undefined);
    setWaiting(files.length);
    try {
      for (const file of files) {
        await attach(file);
        setWaiting((count) => count - 1);
      }
    } catch (error) {
      setProblem(failureOf(error).message ?? t('attachment.failed'));
    } finally {
      setWaiting(0);
    }
  }
  const save = (name: string) =>
    download(name).catch((error: unknown) =>
      showToast({ status: 'error', message: failureOf(error).message ?? t('attachment.downloadFailed') }),
    );

  return (
    <Card title={t('attachment.title')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {attachments.length > 0 && (
          <Box component="ul" aria-label={t('attachment.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {attachments.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onDownload={() => void save(file.name)}
                onRemove={abilities.update ? () => setAsked(file.name) : undefined}
              />
            ))}
          </Box>
        )}
        {attachments.length === 0 && !abilities.update && (
          <EmptyState compact icon={Paperclip} title={t('attachment.none')} description={t('attachment.noneText')} />
        )}
        {abilities.update && (
          <FileDrop
            label={waiting > 0 ? t('attachment.uploading', { count: waiting }) : t('attachment.drop')}
            files={[]}
            multiple
            onChange={(files) => void take(files)}
            maxSizeBytes={maxFileBytes}
            error={problem}
            disabled={waiting > 0}
          />
        )}
      </Box>
      {asked !== undefined && (
        <ConfirmDialog
          open
          title={t('attachment.question', { name: asked })}
          description={t('attachment.questionText')}
          confirmLabel={t('attachment.remove')}
          onConfirm={() => detach(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}
