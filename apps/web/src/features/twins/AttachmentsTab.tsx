import { type Twin, twinLimits } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../ui/file/Attachments.tsx';
import { useAttachmentActions } from './twin-file.queries.ts';

/** Files that belong to a twin. */
export function AttachmentsTab({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const { upload, remove, download } = useAttachmentActions(twin.id);
  return (
    <Attachments
      files={twin.attachments}
      label={t('tab.attachments')}
      dropLabel={t('attachment.drop')}
      emptyText={t('attachment.noneText')}
      mayEdit={twin.abilities.update}
      maxSizeBytes={twinLimits.attachmentBytes}
      upload={upload}
      remove={({ id }) => remove(id)}
      download={({ id, name }) => download(id, name)}
    />
  );
}
