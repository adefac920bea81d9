import type { Announcement } from '@stellwerk/contract/announcement';
import { Megaphone, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ActionButton } from '../../ui/page/ActionButton.tsx';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useTableState } from '../../ui/table/use-table-state.ts';
import { OfAccount } from '../accounts/index.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { useAnnouncementActions, useAnnouncements } from './announcement.queries.ts';

const chips = { shown: 'ok', planned: 'info', expired: 'unknown', inactive: 'unknown' } as const;

type Open = { ask: 'create' } | { ask: 'edit' | 'delete'; announcement: Announcement };

function AnnouncementTable({ accountId }: { accountId: number }) {
  const { t } = useTranslation('announcements');
  const formats = useFormats();
  const table = useTableState({ name: 'announcements' });
  const [open, setOpen] = useState<Open>();
  const { remove } = useAnnouncementActions(accountId);
  const found = useAnnouncements(accountId, table.query);
  const close = () => setOpen(undefined);
  const time = (at: string | null) => (at === null ? t('open') : formats.dateTime(at));
  const adding = (
    <ActionButton
      primary
      action={{ label: t('create.action'), icon: Plus, onClick: () => setOpen({ ask: 'create' }) }}
    />
  );
  return (
    <>
      <DataTable
        label={t('title')}
        table={table}
        source={() => found}
        rowId={({ id }) => id}
        rowLabel={({ message }) => message}
        searchPlaceholder={t('search')}
        tools={adding}
        empty={<EmptyState icon={Megaphone} title={t('empty.title')} description={t('empty.text')} action={adding} />}
        columns={[
          {
            id: 'message',
            title: t('field.message'),
            grow: 2,
            width: 28,
            card: 'title',
            render: ({ message }) => message,
          },
          {
            id: 'type',
            title: t('field.type'),
            width: 14,
            render: ({ type }) => <StatusChip status={type === 'success' ? 'ok' : type} label={t(`type.${type}`)} />,
          },
          {
            id: 'state',
            title: t('state.title'),
            width: 14,
            card: 'status',
            render: ({ state }) => <StatusChip status={chips[state]} label={t(`state.${state}`)} />,
          },
          { id: 'start', title: t('field.start'), width: 20, render: ({ start }) => time(start) },
          { id: 'end', title: t('field.end'), width: 20, render: ({ end }) => time(end) },
          {
            id: 'actions',
            title: t('actions'),
            width: 8,
            render: (announcement) => (
              <ActionMenu
                plain
                label={t('menu', { message: announcement.message.slice(0, 40) })}
                actions={[
                  { label: t('edit.action'), icon: Pencil, onClick: () => setOpen({ ask: 'edit', announcement }) },
                  {
                    label: t('delete.action'),
                    icon: Trash2,
                    danger: true,
                    onClick: () => setOpen({ ask: 'delete', announcement }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open?.ask === 'create' && <AnnouncementDialog accountId={accountId} onClose={close} />}
      {open?.ask === 'edit' && (
        <AnnouncementDialog accountId={accountId} announcement={open.announcement} onClose={close} />
      )}
      {open?.ask === 'delete' && (
        <ConfirmDialog
          open
          title={t('delete.question')}
          description={open.announcement.message}
          confirmLabel={t('delete.action')}
          onConfirm={async () => {
            await remove(open.announcement.id);
            showToast({ message: t('delete.done') });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Announcements of an account. */
export function AnnouncementsPage() {
  const { t } = useTranslation('announcements');
  return (
    <Page id="announcements" title={t('title')} description={t('description')}>
      <OfAccount page="announcements">{({ id }) => <AnnouncementTable key={id} accountId={id} />}</OfAccount>
    </Page>
  );
}
