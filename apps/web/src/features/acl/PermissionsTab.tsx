import { Box, Button, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { Rule } from '@stellwerk/contract/access';
import { createRule } from '@stellwerk/contract/access';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { FramedTable } from '../../ui/table/FramedTable.tsx';
import { useRules } from './acl.queries.ts';
import { PermissionDialog } from './PermissionDialog.tsx';
import { usePermissionTexts } from './permission-texts.ts';

interface RuleTableProps {
  label: string;
  rules: readonly Rule[];
}

function RuleTable({ label, rules }: RuleTableProps) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  return (
    <FramedTable label={label}>
      <TableHead>
        <TableRow>
          <TableCell>{t('catalogue.name')}</TableCell>
          <TableCell>{t('catalogue.description')}</TableCell>
          <TableCell>{t('catalogue.module')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rules.map(({ name, description, module }) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {name}
            </TableCell>
            <TableCell>{description || texts.phrase(name)}</TableCell>
            <TableCell>{module ? texts.module(module) : '—'}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}

function Catalogue({ rules, onAdd }: { rules: readonly Rule[]; onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const [search, setSearch] = useState('');
  const words = search.trim().toLocaleLowerCase();
  const found = rules.filter(({ name, description }) =>
    `${name} ${description} ${texts.phrase(name)}`.toLocaleLowerCase().includes(words),
  );
  const further = found.filter(({ builtIn }) => !builtIn);
  const own = found.filter(({ builtIn }) => builtIn);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ maxWidth: (theme) => theme.spacing(40) }}>
        <SearchInput value={search} onChange={setSearch} label={t('matrix.search')} placeholder={t('matrix.search')} />
      </Box>
      <Card
        title={t('catalogue.further')}
        action={
          onAdd && (
            <Button size="small" startIcon={<Plus aria-hidden />} onClick={onAdd}>
              {t('catalogue.add')}
            </Button>
          )
        }
      >
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('catalogue.furtherHelp')}
        </Typography>
        {further.length > 0 && <RuleTable label={t('catalogue.furtherList')} rules={further} />}
        {further.length === 0 &&
          (words === '' ? (
            <EmptyState compact title={t('catalogue.none')} />
          ) : (
            <EmptyState compact variant="no-results" />
          ))}
      </Card>
      <Card title={t('catalogue.own')}>
        {own.length > 0 ? (
          <RuleTable label={t('catalogue.ownList')} rules={own} />
        ) : (
          <EmptyState compact variant="no-results" />
        )}
      </Card>
    </Box>
  );
}

/** The permissions that roles can hold: those of the platform, and those that were added for other systems. */
export function PermissionsTab() {
  const { data, error, refetch } = useRules();
  const mayAdd = useCan(createRule.permission);
  const [isAdding, setAdding] = useState(false);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={6} />;
  return (
    <>
      <Catalogue rules={data} onAdd={mayAdd ? () => setAdding(true) : undefined} />
      {isAdding && <PermissionDialog onClose={() => setAdding(false)} />}
    </>
  );
}
