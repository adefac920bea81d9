import type { Driver } from '@stellwerk/contract/driver';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../../ui/file/Attachments.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { maxFileBytes, useDriverFileActions } from '../driver-file.queries.ts';

/** Data sheets, drawings and manuals. */
export function DriverAttachments({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers');
  const { attach, detach, download } = useDriverFileActions(driver.id);
  return (
    <Card title={t('attachment.title')}>
      <Attachments
        files={driver.attachments}
        label={t('attachment.title')}
        dropLabel={t('attachment.drop')}
        emptyText={t('attachment.noneText')}
        mayEdit={driver.abilities.update}
        maxSizeBytes={maxFileBytes}
        upload={attach}
        remove={({ name }) => detach(name)}
        download={({ name }) => download(name)}
      />
    </Card>
  );
}
