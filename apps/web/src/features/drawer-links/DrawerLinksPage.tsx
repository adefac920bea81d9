import { Box, Typography } from '@mui/material';
import { type DrawerLink, drawerLinkFields, drawerLinkIcons } from '@stellwerk/contract/drawer-link';
import { ArrowDown, ArrowUp, Link as LinkIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { ActionButton } from '../../ui/page/ActionButton.tsx';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { OfAccount } from '../accounts/index.ts';
import { useDrawerLinkActions, useDrawerLinks } from './drawer-link.queries.ts';
import { linkIcons } from './link-icons.ts';

const fresh = { icon: 'link' as const, titleDe: '', titleEn: '', url: '' };

function LinkDialog({ accountId, link, onClose }: { accountId: number; link?: DrawerLink; onClose: () => void }) {
  const { t } = useTranslation('drawer-links');
  const { create, update } = useDrawerLinkActions(accountId);
  const { icon, titleDe, titleEn, url } = link ?? fresh;
  return (
    <FormDialog
      open
      title={t(link ? 'edit.title' : 'create.title')}
      schema={drawerLinkFields}
      defaultValues={{ icon, titleDe, titleEn, url }}
      onClose={onClose}
      onSubmit={async (fields) => {
        await (link ? update({ id: link.id, ...fields }) : create(fields));
        showToast({ message: t('saved') });
      }}
    >
      <SelectInput
        name="icon"
        label={t('field.icon')}
        options={drawerLinkIcons.map((value) => {
          const Icon = linkIcons[value];
          return { value, label: t(`icon.${value}`), icon: <Icon aria-hidden size="1rem" /> };
        })}
      />
      <TextInput name="titleDe" label={t('field.titleDe')} maxLength={60} required autoFocus />
      <TextInput name="titleEn" label={t('field.titleEn')} maxLength={60} required />
      <TextInput name="url" label={t('field.url')} type="url" placeholder="https://www.example.org" required />
    </FormDialog>
  );
}

type Open = { ask: 'create' } | { ask: 'edit' | 'delete'; link: DrawerLink };

interface RowProps {
  link: DrawerLink;
  /** Absent for the first and the last one. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onAsk: (open: Open) => void;
}

function Row({ link, onUp, onDown, onAsk }: RowProps) {
  const { t, i18n } = useTranslation('drawer-links');
  const Icon = linkIcons[link.icon];
  const title = i18n.language === 'en' ? link.titleEn : link.titleDe;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'border.main' }}
    >
      <Icon aria-hidden size="1.125rem" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {link.url}
        </Typography>
      </Box>
      <ActionMenu
        plain
        label={t('menu', { title })}
        actions={[
          { label: t('edit.action'), icon: Pencil, onClick: () => onAsk({ ask: 'edit', link }) },
          ...(onUp ? [{ label: t('up'), icon: ArrowUp, onClick: onUp }] : []),
          ...(onDown ? [{ label: t('down'), icon: ArrowDown, onClick: onDown }] : []),
          { label: t('delete.action'), icon: Trash2, danger: true, onClick: () => onAsk({ ask: 'delete', link }) },
        ]}
      />
    </Box>
  );
}

function Links({ accountId }: { accountId: number }) {
  const { t } = useTranslation('drawer-links');
  const { data, error, refetch } = useDrawerLinks(accountId);
  const { update, remove } = useDrawerLinkActions(accountId);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" />;
  const move =
    ({ tenantId: _, ...link }: DrawerLink, position: number) =>
    () =>
      void update({ ...link, position }).catch((cause: Error) =>
        showToast({ message: cause.message, status: 'error' }),
      );
  const adding = (
    <ActionButton
      action={{ label: t('create.action'), icon: Plus, onClick: () => setOpen({ ask: 'create' }) }}
      primary
    />
  );
  return (
    <Card title={t('list')} action={data.length > 0 && adding}>
      {data.length === 0 && (
        <EmptyState compact icon={LinkIcon} title={t('empty.title')} description={t('empty.text')} action={adding} />
      )}
      <Box component="ul" aria-label={t('list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((link, index) => (
          <Row
            key={link.id}
            link={link}
            onUp={index > 0 ? move(link, index - 1) : undefined}
            onDown={index < data.length - 1 ? move(link, index + 1) : undefined}
            onAsk={setOpen}
          />
        ))}
      </Box>
      {open?.ask === 'create' && <LinkDialog accountId={accountId} onClose={close} />}
      {open?.ask === 'edit' && <LinkDialog accountId={accountId} link={open.link} onClose={close} />}
      {open?.ask === 'delete' && (
        <ConfirmDialog
          open
          title={t('delete.question', { title: open.link.titleDe })}
          confirmLabel={t('delete.action')}
          onConfirm={async () => {
            await remove(open.link.id);
            showToast({ message: t('delete.done') });
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Links to other systems in the drawer. */
export function DrawerLinksPage() {
  const { t } = useTranslation('drawer-links');
  return (
    <Page id="drawer-links" title={t('title')} description={t('description')}>
      <OfAccount page="drawer-links">{({ id }) => <Links key={id} accountId={id} />}</OfAccount>
    </Page>
  );
}
