import { Box, IconButton, Tooltip } from '@mui/material';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/form-context.ts';
import { TwinField, useTwin } from '../../twins/index.ts';

interface BranchInputProps {
  name: string;
  tenantId: number | undefined;
}

function KnownTwin({ id, children }: { id: number; children: (title: string | undefined) => ReactNode }) {
  return children(useTwin(id).data?.title);
}

/** The twin whose subtree is exported; null for the whole account. */
export function BranchInput({ name, tenantId }: BranchInputProps) {
  const { t } = useTranslation('exports');
  const field = useField(name);
  const [chosen, setChosen] = useState<{ id: number; title: string }>();
  const id = typeof field.value === 'number' ? field.value : undefined;
  const input = (title: string | undefined) => (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TwinField
          label={t('objects.below')}
          help={t('objects.belowHelp')}
          value={id === undefined ? undefined : { id, title: title ?? String(id) }}
          onChange={(twin) => {
            setChosen(twin);
            field.setValue(twin.id);
          }}
          tenantId={tenantId}
          error={field.error}
          disabled={field.disabled}
          inputRef={field.ref}
        />
      </Box>
      {id !== undefined && (
        <Tooltip title={t('objects.wholeAccount')}>
          <IconButton aria-label={t('objects.wholeAccount')} onClick={() => field.setValue(null)} sx={{ mt: 2.5 }}>
            <X aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
  if (id === undefined || chosen?.id === id) return input(chosen?.title);
  return <KnownTwin id={id}>{input}</KnownTwin>;
}
