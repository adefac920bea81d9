import { Box, ButtonBase, Typography } from '@mui/material';
import { useId } from 'react';

interface ChoiceRowProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

/** A few choices side by side; the surrounding menu stays open so that the effect is visible. */
export function ChoiceRow<T extends string>({ label, options, value, onChoose }: ChoiceRowProps<T>) {
  const labelId = useId();
  return (
    <Box sx={{ px: 1.25, py: 0.5 }}>
      <Typography id={labelId} variant="caption" sx={{ display: 'block', mb: 0.5, color: 'text.muted' }}>
        {label}
      </Typography>
      <Box
        role="group"
        aria-labelledby={labelId}
        sx={{ display: 'flex', p: 0.25, gap: 0.25, borderRadius: 0.75, bgcolor: 'background.raised' }}
      >
        {options.map((option) => (
          <ButtonBase
            key={option.value}
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
            sx={{
              flex: 1,
              py: 0.5,
              borderRadius: 0.625,
              typography: 'body2',
              fontWeight: 500,
              color: option.value === value ? 'text.primary' : 'text.secondary',
              border: 1,
              borderColor: option.value === value ? 'border.strong' : 'transparent',
              bgcolor: option.value === value ? 'background.paper' : 'transparent',
            }}
          >
            {option.label}
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
}
