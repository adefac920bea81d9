import { Box, MenuItem, Typography } from '@mui/material';
import { FileCode2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../../ui/code/CodeEditor.tsx';
import type { CodeWord } from '../../../../ui/code/code-words.ts';
import { ConfirmDialog } from '../../../../ui/feedback/ConfirmDialog.tsx';
import { useField } from '../../../../ui/form/form-context.ts';
import { MenuButton } from '../../../../ui/page/MenuButton.tsx';
import { codeExamples } from './code-examples.ts';
import type { WidgetInputProps } from './input-props.ts';

const words: readonly CodeWord[] = [
  { label: 'data' },
  { label: 'params' },
  { label: 'dateRange' },
  { label: 'theme' },
  { label: 'return', kind: 'keyword' },
  { label: 'const', kind: 'keyword' },
  ...['dtwinId', 'dtwinTitle', 'stateKey', 'stateTitle', 'unit', 'points'].map(
    (label): CodeWord => ({ label, of: 'line', kind: 'property' }),
  ),
  ...['start', 'end'].map((label): CodeWord => ({ label, of: 'dateRange', kind: 'property' })),
  ...['map', 'filter', 'flatMap', 'length'].map((label): CodeWord => ({ label, of: 'data', kind: 'function' })),
];

const ignore = () => undefined;

function ExamplesMenu({ onChoose, disabled }: { onChoose: (code: string) => void; disabled: boolean }) {
  const { t } = useTranslation('dashboards');
  return (
    <MenuButton
      label={t('editor.code.examples')}
      size="small"
      startIcon={<FileCode2 aria-hidden />}
      disabled={disabled}
    >
      {(close) =>
        codeExamples.map(({ name, code }) => (
          <MenuItem
            key={name}
            onClick={() => {
              close();
              onChoose(code);
            }}
          >
            <Box>
              {t(`editor.code.example.${name}.title`)}
              <Typography variant="caption" component="div" color="textSecondary">
                {t(`editor.code.example.${name}.text`)}
              </Typography>
            </Box>
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}

/** A script; its errors appear in the preview, where it runs. Examples replace it after a confirmation. */
export function CodeInput({ name, label, help }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const field = useField(name);
  const [waiting, setWaiting] = useState<string>();
  const value = typeof field.value === 'string' ? field.value : '';
  const isPrecious = value.trim() !== '' && !codeExamples.some(({ code }) => code === value);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ExamplesMenu
        disabled={field.disabled}
        onChoose={(code) => (isPrecious ? setWaiting(code) : field.setValue(code))}
      />
      <CodeEditor
        label={label}
        {...(help ? { help } : {})}
        {...(field.error ? { error: field.error } : {})}
        language="javascript"
        rows={18}
        minRows={8}
        words={words}
        // The editor's own key for a new line would take precedence over the key that saves.
        onRun={ignore}
        value={value}
        onChange={field.disabled ? undefined : field.setValue}
      />
      <ConfirmDialog
        open={waiting !== undefined}
        title={t('editor.code.replaceTitle')}
        description={t('editor.code.replaceText')}
        confirmLabel={t('editor.code.replace')}
        onConfirm={() => {
          field.setValue(waiting);
          setWaiting(undefined);
        }}
        onClose={() => setWaiting(undefined)}
      />
    </Box>
  );
}
