import { Box, Button, Chip, IconButton, Tooltip, Typography } from '@mui/material';
import { FolderTree, Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import type { AccessValue } from './access-value.ts';
import { RolesInput } from './RolesInput.tsx';
import { ScopeDialog } from './ScopeDialog.tsx';

export interface AccessEditorProps {
  value: AccessValue[];
  onChange: (value: AccessValue[]) => void;
  /** The tree opens at this account when a scope is added. */
  tenantId?: number | undefined;
  readOnly?: boolean;
}

interface EntryProps {
  entry: AccessValue;
  autoFocus: boolean;
  readOnly: boolean;
  onChange: (roles: AccessValue['roles']) => void;
  onRemove: () => void;
}

function Entry({ entry, autoFocus, readOnly, onChange, onRemove }: EntryProps) {
  const { t } = useTranslation('acl');
  const { scopeId, scopeName, roles } = entry;
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, p: 1.5, bgcolor: 'background.paper', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, minWidth: 0 }}>
        <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary', flexShrink: 0 }}>
          <FolderTree size="1rem" />
        </Box>
        <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>{scopeName}</Typography>
        {!readOnly && (
          <Tooltip title={t('access.remove', { scope: scopeName })}>
            <IconButton size="small" aria-label={t('access.remove', { scope: scopeName })} onClick={onRemove}>
              <X aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      {readOnly ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {roles.map((role) => (
            <Chip key={role.id} label={role.name} />
          ))}
        </Box>
      ) : (
        <RolesInput
          scopeId={scopeId}
          label={t('access.rolesIn', { scope: scopeName })}
          value={roles}
          onChange={onChange}
          autoFocus={autoFocus}
        />
      )}
    </Box>
  );
}

/** The roles of a user in each scope. */
export function AccessEditor({ value, onChange, tenantId, readOnly = false }: AccessEditorProps) {
  const { t } = useTranslation('acl');
  const [isAdding, setAdding] = useState(false);
  const [addedId, setAddedId] = useState<number>();
  // Stable while nothing changes, because the tree resets for a new list.
  const takenIds = useMemo(() => value.map(({ scopeId }) => scopeId), [value]);

  const change = (scopeId: number, roles: AccessValue['roles']) =>
    onChange(value.map((entry) => (entry.scopeId === scopeId ? { ...entry, roles } : entry)));
  const add = (scope: { id: number; name: string }) => {
    setAddedId(scope.id);
    onChange([...value, { scopeId: scope.id, scopeName: scope.name, roles: [] }]);
  };

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      {value.length === 0 ? (
        <EmptyState compact title={t('access.empty.title')} description={t('access.empty.description')} />
      ) : (
        <Box
          component="ul"
          aria-label={t('access.list')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 1.5 }}
        >
          {value.map((entry) => (
            <Entry
              key={entry.scopeId}
              entry={entry}
              autoFocus={entry.scopeId === addedId}
              readOnly={readOnly}
              onChange={(roles) => change(entry.scopeId, roles)}
              onRemove={() => onChange(value.filter(({ scopeId }) => scopeId !== entry.scopeId))}
            />
          ))}
        </Box>
      )}
      {!readOnly && (
        <Box>
          <Button startIcon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
            {t('access.add')}
          </Button>
        </Box>
      )}
      {isAdding && (
        <ScopeDialog
          title={t('access.addTitle')}
          tenantId={tenantId}
          disabledIds={takenIds}
          onChoose={add}
          onClose={() => setAdding(false)}
        />
      )}
    </Box>
  );
}
