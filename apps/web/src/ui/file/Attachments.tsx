import { Box, IconButton, Paper, Tooltip, Typography } from '@mui/material';
import type { StoredFileInfo } from '@stellwerk/contract/twin';
import { Download, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { failureOf } from '../feedback/failure.ts';
import { showToast } from '../feedback/toast-store.ts';
import { Age } from '../value/Age.tsx';
import { FileDrop } from './FileDrop.tsx';

interface RowProps {
  file: StoredFileInfo;
  onDownload: () => void;
  onRemove: (() => void) | undefined;
}

function FileRow({ file, onDownload, onRemove }: RowProps) {
  const { t } = useTranslation('ui');
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

interface AttachmentsProps {
  files: readonly StoredFileInfo[];
  /** Name of the list for screen readers. */
  label: string;
  /** Label of the drop area. */
  dropLabel: string;
  /** Shown for an empty list. */
  emptyText: string;
  mayEdit: boolean;
  maxSizeBytes: number;
  upload: (file: File) => Promise<unknown>;
  remove: (file: StoredFileInfo) => Promise<unknown>;
  download: (file: StoredFileInfo) => Promise<unknown>;
}

/** Files of an object: uploads one after the other, downloads by name, and confirmation before a file is removed. */
export function Attachments(props: AttachmentsProps) {
  const { files, label, dropLabel, emptyText, mayEdit, maxSizeBytes, upload, remove, download } = props;
  const { t } = useTranslation('ui');
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState(0);
  const [asked, setAsked] = useState<StoredFileInfo>();

  async function take(taken: File[]) {
    setProblem(undefined);
    setWaiting(taken.length);
    try {
      for (const file of taken) {
        await upload(file);
        setWaiting((count) => count - 1);
      }
    } catch (error) {
      setProblem(failureOf(error).message ?? t('attachment.failed'));
    } finally {
      setWaiting(0);
    }
  }
  const save = (file: StoredFileInfo) =>
    download(file).catch((error: unknown) =>
      showToast({ status: 'error', message: failureOf(error).message ?? t('attachment.downloadFailed') }),
    );

  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '48rem' }}>
      {mayEdit && (
        <FileDrop
          label={waiting > 0 ? t('attachment.uploading', { count: waiting }) : dropLabel}
          files={[]}
          multiple
          onChange={(taken) => void take(taken)}
          maxSizeBytes={maxSizeBytes}
          error={problem}
          disabled={waiting > 0}
        />
      )}
      <Paper variant="outlined">
        {files.length === 0 ? (
          <EmptyState compact icon={Paperclip} title={t('attachment.none')} description={emptyText} />
        ) : (
          <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {files.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                onDownload={() => void save(file)}
                onRemove={mayEdit ? () => setAsked(file) : undefined}
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
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Box>
  );
}
