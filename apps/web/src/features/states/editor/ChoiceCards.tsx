import { Box, Typography } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';

export interface CardOption<T extends string> {
  value: T;
  label: string;
  icon: LucideIcon;
  detail?: string;
}

export interface ChoiceCardsProps<T extends string> {
  /** For screen readers; the heading above says it to the eye. */
  label: string;
  options: readonly CardOption<T>[];
  value: T;
  onChange: (value: T) => void;
  disabled: boolean;
  /** Least width of a card. */
  width: string;
}

/** One of several kinds, each with a picture; real radio buttons, so that the arrow keys walk through them. */
export function ChoiceCards<T extends string>(props: ChoiceCardsProps<T>) {
  const { label, options, value, onChange, disabled, width } = props;
  const name = useId();
  return (
    <Box role="radiogroup" aria-label={label} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${width}), 1fr))` }}>
        {options.map((option) => {
          const isChosen = option.value === value;
          return (
            <Box
              component="label"
              key={option.value}
              sx={{
                position: 'relative',
                display: 'flex',
                alignItems: 'flex-start',
                gap: 1,
                p: 1.25,
                border: 1,
                borderColor: isChosen ? 'primary.main' : 'border.main',
                borderRadius: 0.75,
                bgcolor: isChosen ? 'primary.soft' : 'background.paper',
                cursor: disabled ? 'default' : 'pointer',
                '&:hover': { borderColor: isChosen ? 'primary.main' : 'text.muted' },
                '&:has(:focus-visible)': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main' },
              }}
            >
              <Box
                component="input"
                type="radio"
                name={name}
                value={option.value}
                checked={isChosen}
                disabled={disabled}
                onChange={() => onChange(option.value)}
                sx={visuallyHidden}
              />
              <Box aria-hidden sx={{ display: 'flex', pt: 0.125, color: isChosen ? 'primary.main' : 'text.secondary' }}>
                <option.icon size="1.125rem" />
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{option.label}</Typography>
                {option.detail && (
                  <Typography variant="caption" component="div" color="textSecondary">
                    {option.detail}
                  </Typography>
                )}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
