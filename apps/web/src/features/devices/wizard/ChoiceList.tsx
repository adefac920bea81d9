import { Box, Chip, FormHelperText, List, ListItemButton, ListItemText } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useField } from '../../../ui/form/form-context.ts';
import { ChoiceMark } from '../../../ui/status/ChoiceMark.tsx';

export interface Choice {
  /** Null is a choice, too: none of the others. */
  id: number | null;
  title: string;
  detail?: string | undefined;
  icon?: ReactNode;
  /** A word at the end of the row. */
  mark?: string | undefined;
  /** Why it can't be chosen. */
  disabledReason?: string | undefined;
}

interface ChoiceListProps {
  name: string;
  label: string;
  choices: readonly Choice[];
}

/** One of several things that need more than a word each. */
export function ChoiceList({ name, label, choices }: ChoiceListProps) {
  const field = useField(name);
  const errorId = useId();
  return (
    <Box>
      <List
        role="radiogroup"
        aria-label={label}
        {...(field.error ? { 'aria-describedby': errorId } : {})}
        disablePadding
        sx={{
          maxHeight: '22rem',
          overflow: 'auto',
          border: 1,
          borderColor: field.error ? 'error.main' : 'border.main',
          borderRadius: 1,
        }}
      >
        {choices.map(({ id, title, detail, icon, mark, disabledReason }, index) => {
          const isChosen = field.value === id;
          return (
            <ListItemButton
              key={id ?? 'none'}
              role="radio"
              aria-checked={isChosen}
              selected={isChosen}
              disabled={disabledReason !== undefined || field.disabled}
              divider={index < choices.length - 1}
              {...(index === 0 ? { ref: field.ref } : {})}
              onClick={() => field.setValue(id)}
              sx={{ gap: 1.5 }}
            >
              <ChoiceMark checked={isChosen} single />
              {icon}
              <ListItemText primary={title} secondary={disabledReason ?? detail} sx={{ overflowWrap: 'anywhere' }} />
              {mark && <Chip label={mark} />}
            </ListItemButton>
          );
        })}
      </List>
      {field.error && (
        <FormHelperText error id={errorId} role="alert">
          {field.error}
        </FormHelperText>
      )}
    </Box>
  );
}
