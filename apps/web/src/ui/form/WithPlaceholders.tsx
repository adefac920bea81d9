import { Box } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { insertInto, textElementOf } from './insert-text.ts';
import { type PlaceholderGroup, PlaceholderMenu } from './PlaceholderMenu.tsx';

interface WithPlaceholdersProps {
  groups: readonly PlaceholderGroup[];
  /** Read-only fields accept no placeholders. */
  disabled?: boolean;
  children: ReactNode;
}

/** Wraps fields with a button that inserts placeholders into the field that was focused last. */
export function WithPlaceholders({ groups, disabled = false, children }: WithPlaceholdersProps) {
  const room = useRef<HTMLDivElement>(null);
  const last = useRef<ReturnType<typeof textElementOf>>(undefined);

  function insert(placeholder: string) {
    const isThere = last.current && room.current?.contains(last.current);
    const fields = [...(room.current?.querySelectorAll('input, textarea') ?? [])];
    const target = isThere ? last.current : fields.map(textElementOf).find((each) => each !== undefined);
    if (target) insertInto(target, placeholder);
  }

  return (
    <Box
      ref={room}
      onFocus={({ target }) => {
        last.current = textElementOf(target) ?? last.current;
      }}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
      {!disabled && <PlaceholderMenu groups={groups} onInsert={insert} />}
    </Box>
  );
}
