import { Box, Paper } from '@mui/material';
import type { ReactNode } from 'react';
import { SelectField } from '../form/SelectField.tsx';
import { TimeRange, type TimeRangeProps } from '../time/TimeRange.tsx';

interface LogChoice {
  label: string;
  /** The label for no filter. */
  every: string;
  options: readonly { value: string; title: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export interface LogFrameProps {
  label: string;
  range: Pick<TimeRangeProps, 'value' | 'onChange'>;
  choice: LogChoice;
  action?: ReactNode;
  children: ReactNode;
}

/** A log for a time range, filtered by one type or unfiltered. */
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
        <SelectField
          label={choice.label}
          hideLabel
          value={choice.value}
          options={[
            { value: undefined, label: choice.every },
            ...choice.options.map(({ value, title }) => ({ value, label: title })),
          ]}
          onChange={choice.onChange}
          sx={{ width: 'auto', minWidth: '11rem' }}
        />
        {action && <Box sx={{ ml: { sm: 'auto' } }}>{action}</Box>}
      </Box>
      {children}
    </Paper>
  );
}
