import { Plus } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useSearchParams } from '../../ui/navigation/use-search-params.ts';
import { Page } from '../../ui/page/Page.tsx';
import { usePartialTree, useRole } from './acl.queries.ts';
import { PermissionsTab } from './PermissionsTab.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { RolesTab } from './RolesTab.tsx';
import { WhyTab } from './WhyTab.tsx';

/** The role in the address, or `new`. */
function Editor({ asked, onClose }: { asked: number | 'new'; onClose: () => void }) {
  const { t } = useTranslation('acl');
  const found = useRole(asked === 'new' ? undefined : asked);
  const topmost = usePartialTree({}, asked === 'new');
  useEffect(() => {
    if (!found.error) return;
    showToast({ message: failureOf(found.error).message ?? t('role.unreadable'), status: 'error' });
    onClose();
  }, [found.error, onClose, t]);
  if (asked === 'new') return topmost.data ? <RoleDialog scope={topmost.data[0]} onClose={onClose} /> : null;
  // Cached data may be outdated, and a form ignores later updates.
  const role = found.isFetchedAfterMount ? found.data : undefined;
  return role ? <RoleDialog key={role.id} role={role} onClose={onClose} /> : null;
}

/** Roles, the permissions that they can hold, and explanations of permissions. */
export function RolesPage() {
  const { t } = useTranslation('acl');
  const [search, change] = useSearchParams();
  const asked = search.role === 'new' ? 'new' : Number(search.role);
  const isAsked = asked === 'new' || Number.isSafeInteger(asked);
  const close = useCallback(() => void change({ role: undefined }), [change]);
  const open = () => void change({ role: 'new', tab: undefined }, { replace: false });
  return (
    <>
      <Page
        id="roles"
        title={t('title')}
        description={t('description')}
        primary={{ label: t('role.create'), icon: Plus, onClick: open }}
        tabs={[
          { id: 'roles', label: t('tab.roles'), content: <RolesTab /> },
          { id: 'permissions', label: t('tab.permissions'), content: <PermissionsTab /> },
          { id: 'why', label: t('tab.why'), content: <WhyTab /> },
        ]}
      />
      {isAsked && <Editor asked={asked} onClose={close} />}
    </>
  );
}
