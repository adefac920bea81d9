import { Box, IconButton, Tooltip } from '@mui/material';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/form-context.ts';
import { TwinField, useTwin } from '../../twins/index.ts';

interface TwinInputProps {
  name: string;
  label: string;
  help: string;
}

function NamedTwin({ id, children }: { id: number; children: (title: string | undefined) => React.ReactNode }) {
  return children(useTwin(id).data?.title);
}

/** The id of a twin as a form field that may stay empty. */
export function TwinInput({ name, label, help }: TwinInputProps) {
  const { t } = useTranslation('smart-groups');
  const field = useField(name);
  const [chosen, setChosen] = useState<{ id: number; title: string }>();
  const id = typeof field.value === 'number' ? field.value : undefined;
  const input = (title: string | undefined) => (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TwinField
          label={label}
          help={help}
          value={id === undefined ? undefined : { id, title: title ?? String(id) }}
          onChange={(twin) => {
            setChosen(twin);
            field.setValue(twin.id);
          }}
          error={field.error}
          disabled={field.disabled}
          inputRef={field.ref}
        />
      </Box>
      {id !== undefined && (
        <Tooltip title={t('form.anyTwin')}>
          <IconButton aria-label={t('form.anyTwin')} onClick={() => field.setValue(undefined)} sx={{ mt: 2.5 }}>
            <X aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
  if (id === undefined || chosen?.id === id) return input(chosen?.title);
  return <NamedTwin id={id}>{input}</NamedTwin>;
}
