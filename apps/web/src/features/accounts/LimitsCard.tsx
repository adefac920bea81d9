import { Box, Typography } from '@mui/material';
import { type Account, accountChange } from '@stellwerk/contract/account';
import { csvExportLimit, retentionPolicy, type templateLimits } from '@stellwerk/contract/account-settings';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';
import { useAccountActions, useSettingsActions, useTemplateLimits } from './account.queries.ts';

type TemplateLimits = z.output<typeof templateLimits>;

const devices = accountChange.pick({ maxNumberOfDevices: true }).required();
const schema = devices.extend({
  ...retentionPolicy.shape,
  ...csvExportLimit.shape,
  maxNumberOfTemplates: devices.shape.maxNumberOfDevices,
});

interface LimitsProps {
  account: Account;
  templates: TemplateLimits;
}

function useTemplatesText({ effective, inheritedFrom }: TemplateLimits): string {
  const { t } = useTranslation('accounts');
  const formats = useFormats();
  const limit = effective === null ? t('limits.none') : formats.number(effective);
  return inheritedFrom ? t('limits.inheritedFrom', { limit, name: inheritedFrom.name }) : limit;
}

function LimitsForm({ account, templates }: LimitsProps) {
  const { t } = useTranslation('accounts');
  const { update } = useAccountActions();
  const settings = useSettingsActions(account.id);
  const holds = useTemplatesText(templates);
  const before = {
    retentionMonths: account.retentionMonths,
    packetRetentionDays: account.packetRetentionDays,
    csvExportLimit: account.csvExportLimit,
    maxNumberOfDevices: account.maxNumberOfDevices,
    maxNumberOfTemplates: templates.own,
  };

  /** Each limit has its own route; unchanged limits are not sent. */
  async function save(next: z.output<typeof schema>): Promise<void> {
    const { retentionMonths, packetRetentionDays, maxNumberOfDevices, maxNumberOfTemplates: own } = next;
    const { csvExportLimit: csvRows } = next;
    if (retentionMonths !== before.retentionMonths || packetRetentionDays !== before.packetRetentionDays) {
      await settings.setRetention({ retentionMonths, packetRetentionDays });
    }
    if (csvRows !== before.csvExportLimit) await settings.setCsvExportLimit({ csvExportLimit: csvRows });
    if (own !== before.maxNumberOfTemplates) await settings.setTemplateLimit({ own });
    if (maxNumberOfDevices !== before.maxNumberOfDevices) await update({ id: account.id, maxNumberOfDevices });
    showToast({ message: t('saved') });
  }

  return (
    <Form schema={schema} defaultValues={before} onSubmit={save}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <NumberInput
          name="retentionMonths"
          label={t('limits.retention')}
          unit={t('limits.months')}
          required
          help={t('limits.retentionHelp')}
        />
        <NumberInput
          name="packetRetentionDays"
          label={t('limits.packets')}
          unit={t('limits.days')}
          required
          help={t('limits.packetsHelp')}
        />
        <NumberInput name="csvExportLimit" label={t('limits.csv')} emptyAs="null" help={t('limits.emptyHelp')} />
        <NumberInput
          name="maxNumberOfDevices"
          label={t('limits.devices')}
          emptyAs="null"
          help={t('limits.emptyHelp')}
        />
        <NumberInput
          name="maxNumberOfTemplates"
          label={t('limits.templates')}
          emptyAs="null"
          help={t('limits.templatesHelp', { holds })}
        />
      </Box>
      <FormActions needsChange />
    </Form>
  );
}

/** A parent account sets the limits: the account's own administrators can only see them. */
function LimitFacts({ account, templates }: LimitsProps) {
  const { t } = useTranslation('accounts');
  const formats = useFormats();
  const limit = (value: number | null) => (value ? formats.number(value) : t('limits.none'));
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {t('limits.fromAbove')}
      </Typography>
      <Facts
        facts={[
          { label: t('limits.retention'), value: t('limits.monthCount', { count: account.retentionMonths }) },
          { label: t('limits.packets'), value: t('limits.dayCount', { count: account.packetRetentionDays }) },
          { label: t('limits.csv'), value: limit(account.csvExportLimit) },
          { label: t('limits.devices'), value: limit(account.maxNumberOfDevices) },
          { label: t('limits.templates'), value: useTemplatesText(templates) },
        ]}
      />
    </>
  );
}

export function LimitsCard({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { data, error, refetch } = useTemplateLimits(account.id);
  const Limits = account.abilities.govern ? LimitsForm : LimitFacts;
  return (
    <Card title={t('limits.title')}>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons shape="lines" />}
      {data && <Limits key={JSON.stringify(data)} account={account} templates={data} />}
    </Card>
  );
}
