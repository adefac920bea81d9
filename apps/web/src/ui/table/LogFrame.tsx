import { Box, MenuItem, Paper, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { TimeRange, type TimeRangeProps } from '../time/TimeRange.tsx';

const every = 'every';

interface LogChoice {
  label: string;
  /** The words for no choice. */
  every: string;
  options: readonly { value: string; title: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export interface LogFrameProps {
  label: string;
  range: Pick<TimeRangeProps, 'value' | 'onChange'>;
  choice: LogChoice;
  /** At the right. */
  action?: ReactNode;
  children: ReactNode;
}

/** What happened in a span of time, of one sort or of every sort. */
export function LogFrame({ label, range, choice, action, children }: LogFrameProps) {
  return (
    <Paper variant="outlined" component="section" aria-label={label} sx={{ minWidth: 0, overflow: 'hidden' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          p: 1.5,
          borderBottom: 1,
          borderColor: 'border.main',
        }}
      >
        <TimeRange {...range} />
        <TextField
          select
          size="small"
          value={choice.value ?? every}
          onChange={({ target }) => choice.onChange(target.value === every ? undefined : target.value)}
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': choice.label } } }}
          sx={{ width: 'auto', minWidth: '11rem' }}
        >
          <MenuItem value={every}>{choice.every}</MenuItem>
          {choice.options.map(({ value, title }) => (
            <MenuItem key={value} value={value}>
              {title}
            </MenuItem>
          ))}
        </TextField>
        {action && <Box sx={{ ml: { sm: 'auto' } }}>{action}</Box>}
      </Box>
      {children}
    </Paper>
  );
}
