import { Box, IconButton, Paper, Tooltip, Typography } from '@mui/material';
import { type StoredFileInfo, type Twin, twinLimits } from '@stellwerk/contract/twin';
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { Age } from '../../ui/value/Age.tsx';
import { useAttachmentActions } from './twin-file.queries.ts';

interface RowProps {
  file: StoredFileInfo;
  onDownload: () => void;
  onRemove: (() => void) | undefined;
}

function FileRow({ file, onDownload, onRemove }: RowProps) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        borderBottom: 1,
        borderColor: 'border.main',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
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

/** Files that belong to a twin. */
export function AttachmentsTab({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const { upload, remove, download } = useAttachmentActions(twin.id);
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState(0);
  const [asked, setAsked] = useState<StoredFileInfo>();

  async function take(files: File[]) {
    setProblem(undefined);
    setWaiting(files.length);
    try {
      for (const file of files) {
        await upload(file);
        setWaiting((count) => count - 1);
      }
    } catch (error) {
      setProblem(failureOf(error).message ?? t('attachment.failed'));
    } finally {
      setWaiting(0);
    }
  }
  const save = ({ id, name }: StoredFileInfo) =>
    download(id, name).catch((error: unknown) =>
      showToast({ status: 'error', message: failureOf(error).message ?? t('attachment.downloadFailed') }),
    );

  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '48rem' }}>
      {twin.abilities.update && (
        <FileDrop
          label={waiting > 0 ? t('attachment.uploading', { count: waiting }) : t('attachment.drop')}
          files={[]}
          multiple
          onChange={(files) => void take(files)}
          maxSizeBytes={twinLimits.attachmentBytes}
          error={problem}
          disabled={waiting > 0}
        />
      )}
      <Paper variant="outlined">
        {twin.attachments.length === 0 ? (
          <EmptyState compact icon={Paperclip} title={t('attachment.none')} description={t('attachment.noneText')} />
        ) : (
          <Box component="ul" aria-label={t('tab.attachments')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {twin.attachments.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onDownload={() => void save(file)}
                onRemove={twin.abilities.update ? () => setAsked(file) : undefined}
              />
            ))}
          </Box>
        )}
      </Paper>
      {asked && (
        <ConfirmDialog
          open
          title={t('attachment.question', { name: asked.name })}
          description={t('attachment.questionText')}
          confirmLabel={t('attachment.remove')}
          onConfirm={() => remove(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Box>
  );
}
