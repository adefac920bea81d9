import { Box, Typography } from '@mui/material';
import { type Announcement, announcementFields, announcementTypes } from '@stellwerk/contract/announcement';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useAnnouncementActions } from './announcement.queries.ts';
import { Banner } from './Banner.tsx';
import { TimeInput } from './TimeInput.tsx';

const linkText = z.object({ url: z.string(), message: z.string() });

/** A link without address and text is none. */
const schema = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('link' in value)) return value;
  const link = linkText.safeParse(value.link).data;
  return link && link.url.trim() === '' && link.message.trim() === '' ? { ...value, link: null } : value;
}, announcementFields) as unknown as typeof announcementFields;

function Preview() {
  const { t } = useTranslation('announcements');
  const [type, message, link] = useWatch({ name: ['type', 'message', 'link'] });
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 500, mb: 0.75 }}>
        {t('preview')}
      </Typography>
      <Banner announcement={{ type, message: message || t('field.message'), link: link?.url ? link : null }} />
    </Box>
  );
}

const fresh = {
  type: 'info' as const,
  message: '',
  active: true,
  presentationType: 'banner' as const,
  start: null,
  end: null,
  includeSubTenants: true,
};

interface AnnouncementDialogProps {
  accountId: number;
  /** Absent for a new one. */
  announcement?: Announcement | undefined;
  onClose: () => void;
}

/** With a preview of what users will see. */
export function AnnouncementDialog({ accountId, announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation('announcements');
  const { create, update } = useAnnouncementActions(accountId);
  const { link, ...values } = announcement ?? { ...fresh, link: null };
  return (
    <FormDialog
      open
      title={t(announcement ? 'edit.title' : 'create.title')}
      schema={schema}
      defaultValues={{ ...values, link: link ?? { url: '', message: '' } }}
      issueText={({ path }) => (path === 'end' ? t('endBeforeStart') : undefined)}
      onClose={onClose}
      onSubmit={async (body) => {
        await (announcement ? update({ id: announcement.id, body }) : create(body));
        showToast({ message: t('saved') });
      }}
    >
      <Preview />
      <SelectInput
        name="type"
        label={t('field.type')}
        options={announcementTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <TextInput name="message" label={t('field.message')} rows={3} maxLength={2000} required autoFocus />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TimeInput name="start" label={t('field.start')} help={t('help.start')} />
        <TimeInput name="end" label={t('field.end')} help={t('help.end')} />
        <TextInput name="link.url" label={t('field.url')} type="url" placeholder="https://www.example.org" />
        <TextInput name="link.message" label={t('field.linkText')} maxLength={100} />
      </Box>
      <SwitchInput name="includeSubTenants" label={t('field.includeSubTenants')} />
      <SwitchInput name="active" label={t('field.active')} />
    </FormDialog>
  );
}
