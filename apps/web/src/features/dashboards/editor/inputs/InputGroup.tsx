import { Box, FormHelperText, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { FieldFrame } from '../../../../ui/form/FieldFrame.tsx';
import type { FieldProps } from '../../../../ui/form/form-context.ts';

interface InputGroupProps extends Pick<FieldProps, 'label' | 'help' | 'info'> {
  error?: string | undefined;
  children: ReactNode;
}

/** Groups the fields of one option. */
export function InputGroup({ label, help, info, error, children }: InputGroupProps) {
  const labelId = useId();
  return (
    <FieldFrame label={label} info={info}>
      <Box
        role="group"
        aria-labelledby={labelId}
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Box>
          <Typography id={labelId} variant="subtitle2" component="h3">
            {label}
          </Typography>
          {help && (
            <Typography variant="body2" color="textSecondary">
              {help}
            </Typography>
          )}
        </Box>
        {children}
        {error && (
          <FormHelperText error role="alert">
            {error}
          </FormHelperText>
        )}
      </Box>
    </FieldFrame>
  );
}
