import { Box, Chip } from '@mui/material';
import { useState } from 'react';
import { type FieldProps, useField } from '../../ui/form/form-context.ts';
import { ScopeField } from '../acl/index.ts';

/** Several scopes, chosen one after the other; none means everywhere. */
export function ScopesInput({ name, label, help, disabled = false }: FieldProps) {
  const field = useField(name, disabled);
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const ids = Array.isArray(field.value) ? field.value.map(Number) : [];
  const change = (next: number[]) => field.setValue(next.length > 0 ? next : null);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <ScopeField
        label={label}
        value={undefined}
        help={help}
        error={field.error}
        disabled={field.disabled}
        onChange={(scope) => {
          setNames(new Map([...names, [scope.id, scope.name]]));
          change([...new Set([...ids, scope.id])]);
        }}
      />
      {ids.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {ids.map((id) => (
            <Chip
              key={id}
              label={names.get(id) ?? id}
              disabled={field.disabled}
              onDelete={() => change(ids.filter((other) => other !== id))}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}
