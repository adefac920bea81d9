import { Box, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import type { CodeCanvasProps } from './CodeCanvas.tsx';

const canvasPart = partOf(() => import('./CodeCanvas.tsx').then((module) => module.CodeCanvas));

export interface CodeEditorProps extends Omit<CodeCanvasProps, 'labelId' | 'helpId'> {
  label: string;
  help?: string;
  error?: string;
}

/** An editor for scripts and JSON with completion and marked errors. Tab leaves it, as it leaves every field. */
export function CodeEditor({ label, help, error, ...rest }: CodeEditorProps) {
  const labelId = useId();
  const helpId = useId();
  const text = error ?? help;
  return (
    <Box sx={{ minWidth: 0 }}>
      <FormLabel id={labelId} component="div" sx={{ mb: 0.75 }}>
        {label}
      </FormLabel>
      <Box
        sx={{
          border: 1,
          borderColor: error ? 'error.main' : 'border.strong',
          borderRadius: 0.75,
          overflow: 'hidden',
          '&:focus-within': {
            borderColor: error ? 'error.main' : 'primary.main',
            boxShadow: (theme) => `0 0 0 3px ${(theme.vars ?? theme).palette[error ? 'error' : 'primary'].soft}`,
          },
        }}
      >
        <LazyPart
          part={canvasPart}
          props={{ ...rest, labelId, helpId: text ? helpId : undefined }}
          fallback={<Skeletons shape="block" height={(rest.rows ?? 12) * 2.5} />}
        />
      </Box>
      {text && (
        <FormHelperText id={helpId} error={error !== undefined}>
          {text}
        </FormHelperText>
      )}
    </Box>
  );
}
