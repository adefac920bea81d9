import { Box, Button, FormHelperText, IconButton, Typography } from '@mui/material';
import { File as FileIcon, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { type FileRules, fileProblem } from './accept.ts';

export interface FileDropProps extends FileRules {
  label: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  multiple?: boolean;
  /** The server's error message. */
  error?: string | undefined;
  disabled?: boolean;
}

/**
 * Files by dropping or by choosing; refused files are named at once. Files from outside of the page only arrive by the
 * drop events of the browser, which the drag-and-drop library does not handle.
 */
export function FileDrop(props: FileDropProps) {
  const { label, files, onChange, multiple = false, accept, maxSizeBytes, error, disabled = false } = props;
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();

  const take = (list: FileList | null) => {
    const offered = [...(list ?? [])];
    const problems = offered.flatMap((file) => {
      const problem = fileProblem(file, { accept, maxSizeBytes });
      const limit = maxSizeBytes === undefined ? '' : formats.bytes(maxSizeBytes);
      return problem ? [t(`file.${problem}`, { name: file.name, limit })] : [];
    });
    setRefused(problems.join(' ') || undefined);
    const taken = offered.filter((file) => fileProblem(file, { accept, maxSizeBytes }) === undefined);
    if (taken.length > 0) onChange(multiple ? [...files, ...taken] : taken.slice(0, 1));
    // Allows choosing the same file again after it was removed.
    if (input.current) input.current.value = '';
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };

  const rules = [
    accept?.join(', '),
    maxSizeBytes === undefined ? undefined : t('file.limit', { limit: formats.bytes(maxSizeBytes) }),
  ];
  const message = error ?? refused;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          gap: 1,
          p: 3,
          border: 1,
          borderStyle: 'dashed',
          borderColor: message ? 'error.main' : isOver ? 'primary.main' : 'border.strong',
          borderRadius: 1,
          bgcolor: isOver ? 'primary.soft' : 'background.paper',
          textAlign: 'center',
        }}
      >
        <Box aria-hidden sx={{ color: 'text.secondary', display: 'flex' }}>
          <Upload size="1.25rem" />
        </Box>
        <Typography>{label}</Typography>
        <Button size="small" disabled={disabled} onClick={() => input.current?.click()}>
          {t(multiple ? 'file.chooseMany' : 'file.choose')}
        </Button>
        <Typography variant="caption" color="textMuted" id={helpId}>
          {rules.filter(Boolean).join(' · ')}
        </Typography>
        <Box
          component="input"
          ref={input}
          type="file"
          aria-label={label}
          aria-describedby={helpId}
          tabIndex={-1}
          multiple={multiple}
          accept={accept?.join(',')}
          disabled={disabled}
          onChange={(event) => take(event.target.files)}
          sx={visuallyHidden}
        />
      </Box>
      {message && (
        <FormHelperText error role="alert">
          {message}
        </FormHelperText>
      )}
      {files.length > 0 && (
        <Box component="ul" aria-label={t('file.chosen')} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
          {files.map((file, index) => (
            <Box
              component="li"
              key={`${file.name} ${file.size} ${file.lastModified}`}
              sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
            >
              <FileIcon size="1rem" aria-hidden />
              <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
              <Typography variant="caption" color="textMuted" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
                {formats.bytes(file.size)}
              </Typography>
              <IconButton
                size="small"
                aria-label={t('file.remove', { name: file.name })}
                disabled={disabled}
                onClick={() => onChange(files.filter((_, place) => place !== index))}
              >
                <X aria-hidden />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
