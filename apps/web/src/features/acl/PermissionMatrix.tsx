import { Box, Typography } from '@mui/material';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { NeutralChip } from '../../ui/status/NeutralChip.tsx';
import { useRules } from './acl.queries.ts';
import { PermissionButton } from './PermissionButton.tsx';
import { type PermissionRow, permissionGroups } from './permission-groups.ts';
import { nextPermissions, permissionState } from './permission-state.ts';
import { usePermissionTexts } from './permission-texts.ts';

export interface PermissionMatrixProps {
  value: readonly string[];
  onChange: (permissions: string[]) => void;
  disabled?: boolean;
}

/** Actions are aligned in columns; those of other systems follow in their own order. */
const columns = ['list', 'read', 'create', 'write', 'manage', 'impersonate'];
const placeOf = (action: string) =>
  columns.includes(action) ? { gridColumn: { md: String(columns.indexOf(action) + 2) }, gridRow: { md: '1' } } : {};

interface RowProps {
  row: PermissionRow;
  value: readonly string[];
  disabled: boolean;
  onToggle: (permission: string) => void;
}

function Row({ row, value, disabled, onToggle }: RowProps) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const { name, description } = texts.subject(row.subject);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.75,
        py: 1,
        borderTop: 1,
        borderColor: 'border.main',
        alignItems: 'center',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(11rem, 2fr) repeat(6, minmax(0, 1fr))' },
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: '1' }, gridRow: { md: '1' }, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
          <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
          {row.module && <NeutralChip label={t('matrix.module', { module: texts.module(row.module) })} />}
        </Box>
        <Typography variant="caption" component="p" color="textSecondary">
          {description}
        </Typography>
      </Box>
      {row.actions.map((action) => {
        const state = permissionState(value, `${row.subject}.${action}`);
        return (
          <Box key={action} sx={{ ...placeOf(action), minWidth: 0 }}>
            <PermissionButton
              subject={row.subject}
              action={action}
              kind={state.kind}
              through={'through' in state ? state.through : undefined}
              disabled={disabled}
              onToggle={onToggle}
            />
          </Box>
        );
      })}
    </Box>
  );
}

/** Every permission that a role can contain, by area. */
export function PermissionMatrix({ value, onChange, disabled = false }: PermissionMatrixProps) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const rules = useRules();
  const [search, setSearch] = useState('');
  const groups = useMemo(() => permissionGroups(rules.data ?? []), [rules.data]);

  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  const toggle = useCallback((permission: string) => {
    latest.current.onChange(nextPermissions(latest.current.value, permission));
  }, []);

  const words = search.trim().toLocaleLowerCase();
  const fits = ({ subject, actions, module }: PermissionRow) => {
    const { name, description } = texts.subject(subject);
    const all = [
      subject,
      name,
      description,
      module ? texts.module(module) : '',
      ...actions.map((each) => texts.action(each).name),
    ];
    return all.join(' ').toLocaleLowerCase().includes(words);
  };
  const found = groups
    .map(({ area, rows }) => ({ area, rows: rows.filter(fits) }))
    .filter(({ rows }) => rows.length > 0);

  if (rules.error) return <ErrorState compact error={rules.error} onRetry={() => void rules.refetch()} />;
  if (!rules.data) return <Skeletons shape="rows" count={6} />;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box sx={{ maxWidth: (theme) => theme.spacing(40) }}>
        <SearchInput
          value={search}
          onChange={setSearch}
          label={t('matrix.search')}
          placeholder={t('matrix.search')}
          slashFocuses={false}
        />
      </Box>
      {found.length === 0 && <EmptyState compact variant="no-results" />}
      {found.map(({ area, rows }) => (
        <Box key={area} component="section" aria-label={texts.area(area)}>
          <Typography variant="h3" sx={{ mb: 0.75 }}>
            {texts.area(area)}
          </Typography>
          {rows.map((row) => (
            <Row key={row.subject} row={row} value={value} disabled={disabled} onToggle={toggle} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
