import { Box } from '@mui/material';
import type { AccountRow } from '@stellwerk/contract/account';
import { maxPageSize } from '@stellwerk/contract/core/envelope';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { SearchInput } from '../../ui/input/SearchInput.tsx';
import { TreePicker } from '../../ui/tree/TreePicker.tsx';
import type { NodeId, TreeNode } from '../../ui/tree/tree-rows.ts';
import type { TreeSource } from '../../ui/tree/use-tree-pages.ts';
import { loadAccounts } from './account.queries.ts';
import { pathText } from './path-text.ts';

export interface PickedAccount {
  id: number;
  name: string;
}

export interface AccountPickerProps {
  /** Name of the tree for screen readers. */
  label: string;
  value: number | undefined;
  onChange: (account: PickedAccount) => void;
  /** Visible but not selectable, like its subtree. */
  disabledId?: number | undefined;
}

/** Chooses an account: sub-accounts load when their parent is opened, and the search covers all levels. */
export function AccountPicker({ label, value, onChange, disabledId }: AccountPickerProps) {
  const { t } = useTranslation('accounts');
  const session = useSession();
  const [search, setSearch] = useState('');
  const names = useRef(new Map<NodeId, string>());

  const nodeOf = useCallback(
    (account: AccountRow, isFound: boolean): TreeNode => {
      names.current.set(account.id, account.name);
      const line = [account.id, ...account.path.map(({ id }) => id)];
      return {
        id: account.id,
        label: account.name,
        hasChildren: !isFound && account.subAccountCount > 0,
        disabled: disabledId !== undefined && line.includes(disabledId),
        // Search results are a flat list, so each one shows its path.
        ...(isFound && account.path.length > 0 ? { detail: pathText(account.path) } : {}),
      };
    },
    [disabledId],
  );
  const source = useCallback<TreeSource>(
    async (parentId, { offset, limit }, signal) => {
      const place = parentId === null ? { topLevel: 'true' as const } : { parentId: Number(parentId) };
      const query = { offset, limit: Math.min(limit, maxPageSize), ...(search === '' ? place : { search }) };
      const page = await loadAccounts(query, signal);
      return { data: page.data.map((account) => nodeOf(account, search !== '')), total: page.total };
    },
    [search, nodeOf],
  );

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <SearchInput
        value={search}
        onChange={setSearch}
        label={t('picker.search')}
        placeholder={t('picker.search')}
        slashFocuses={false}
      />
      <TreePicker
        // A new search mounts a new tree, because open nodes of the previous one are meaningless.
        key={search}
        label={label}
        source={source}
        selected={value === undefined ? [] : [value]}
        onSelect={([id]) => id !== undefined && onChange({ id: Number(id), name: names.current.get(id) ?? '' })}
        // The user's own root account offers no choice, so it is already open.
        defaultExpanded={search === '' ? (session?.manageableTenantIds ?? []) : []}
        height={40}
      />
    </Box>
  );
}
