import { Chip } from '@mui/material';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { useTemplateOfDevice } from '../template.queries.ts';

/** The template that sets a part of the device; nothing if there is none. */
export function TemplateChip({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const { data } = useTemplateOfDevice(deviceId);
  if (!data) return null;
  const { template, abilities } = data;
  const chip = <Chip icon={<FileText aria-hidden />} label={t('template.chip', { title: template.title })} />;
  return abilities.open ? <InternalLink to={`/device-templates/${template.id}`}>{chip}</InternalLink> : chip;
}
