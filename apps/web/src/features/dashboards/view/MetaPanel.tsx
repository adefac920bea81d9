import type { Dashboard } from '@stellwerk/contract/dashboard';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { SidePanel } from '../../../ui/surface/SidePanel.tsx';
import { useRangeText } from '../../../ui/time/TimeRange.tsx';
import { rangeOf } from './data/date-range.ts';

interface MetaPanelProps {
  dashboard: Dashboard;
  onClose: () => void;
}

/** Owner, twin, and last change of a dashboard. */
export function MetaPanel({ dashboard, onClose }: MetaPanelProps) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const rangeText = useRangeText();
  const { id, name, tenantId, tenantName, parentDtwinId, parentDtwinTitle, widgets, revision } = dashboard;
  return (
    <SidePanel title={t('meta.title')} closeLabel={t('close')} onClose={onClose}>
      <Facts
        facts={[
          { label: t('column.name'), value: name },
          { label: t('meta.id'), value: id },
          { label: t('column.account'), value: `${tenantName} (${tenantId})` },
          {
            label: t('column.twin'),
            value:
              parentDtwinId !== null && parentDtwinTitle !== null ? (
                <Link to={`/digitaltwin-mgmt/${parentDtwinId}`}>{parentDtwinTitle}</Link>
              ) : undefined,
          },
          { label: t('column.widgets'), value: formats.number(widgets.length) },
          { label: t('meta.range'), value: rangeText(rangeOf(dashboard.defaultDateRange)) },
          { label: t('meta.revision'), value: formats.number(revision) },
          { label: t('meta.createdAt'), value: formats.dateTime(dashboard.createdAt) },
          { label: t('column.updatedAt'), value: formats.dateTime(dashboard.updatedAt) },
          { label: t('column.updatedBy'), value: dashboard.updatedBy },
        ]}
      />
    </SidePanel>
  );
}
