import { Box, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import { Skeletons } from '../feedback/Skeletons.tsx';
import { LazyPart, partOf } from '../lazy-part.tsx';
import { monospaceFamily } from '../theme/tokens.ts';
import type { CodeCanvasProps } from './CodeCanvas.tsx';
import { defaultRows, minRowsOf } from './code-rows.ts';

const canvasPart = partOf(() => import('./CodeCanvas.tsx').then((module) => module.CodeCanvas));

export interface CodeEditorProps extends Omit<CodeCanvasProps, 'labelId' | 'helpId'> {
  label: string;
  help?: string;
  error?: string;
}

/** Has the height of the editor with this text, so that the content below does not move. */
function CodePlaceholder({
  value,
  rows = defaultRows,
  minRows = minRowsOf(rows),
}: Omit<CodeCanvasProps, 'labelId' | 'helpId'>) {
  return (
    <Box
      sx={{
        position: 'relative',
        boxSizing: 'border-box',
        py: 1,
        minHeight: (theme) => theme.spacing(minRows * 2.5),
        maxHeight: (theme) => theme.spacing(rows * 2.5 + 2),
        overflow: 'hidden',
        typography: 'body2',
        fontFamily: monospaceFamily,
        lineHeight: 1.55,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      <Box aria-hidden sx={{ visibility: 'hidden' }}>
        {value}
      </Box>
      <Box sx={{ position: 'absolute', inset: 0 }}>
        <Skeletons shape="block" height={rows * 2.5 + 2} />
      </Box>
    </Box>
  );
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
          fallback={<CodePlaceholder {...rest} />}
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
