import { Alert, Box, Typography } from '@mui/material';
import type { Rule } from '@stellwerk/contract/rule-calls';
import { type RuleSharing, sharedTarget } from '@stellwerk/contract/shared-rule';
import { tag } from '@stellwerk/contract/twin';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFormats } from '../../../lib/formats.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { FormActions } from '../../../ui/form/FormActions.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SuggestInput } from '../../../ui/form/SuggestField.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useDeviceTags } from '../../devices/index.ts';
import { rulePath } from '../paths.ts';
import { useGroupChoices, useRuleSharing, useShareRule } from './sharing.queries.ts';

const [, withGroup] = sharedTarget.options;

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('tag'), tag }),
  withGroup,
]);
type Target = z.output<typeof schema>;

const formOf = (target: RuleSharing['target']): Target => {
  if (!target) return { kind: 'none' };
  return target.kind === 'tag' ? target : { kind: 'smartGroup', smartGroupId: target.smartGroupId };
};

function TargetFields({ rule }: { rule: Rule }) {
  const { t } = useTranslation('rules');
  const kind: unknown = useWatch({ name: 'kind' });
  const groups = useGroupChoices(rule.tenantId);
  const tags = useDeviceTags();
  const isDevice = rule.category === 'virtualDevice';
  return (
    <>
      <SelectInput
        name="kind"
        label={t('sharing.field')}
        options={[
          { value: 'none', label: t('sharing.none', { title: rule.dtwinTitle }) },
          { value: 'tag', label: t(isDevice ? 'sharing.deviceTag' : 'sharing.twinTag') },
          ...(isDevice ? [{ value: 'smartGroup', label: t('sharing.smartGroup') }] : []),
        ]}
      />
      {kind === 'tag' && (
        <SuggestInput name="tag" label={t('sharing.tag')} required suggestions={isDevice ? tags : []} />
      )}
      {kind === 'smartGroup' && (
        <SelectInput name="smartGroupId" label={t('sharing.smartGroupName')} required options={groups} />
      )}
    </>
  );
}

/** The twins that belong to the target and have no copy, with the reason. */
function LeftOut({ sharing: { leftOut, leftOutCount } }: { sharing: RuleSharing }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  if (leftOutCount === 0) return null;
  return (
    <Card title={t('sharing.leftOut', { count: leftOutCount, number: formats.number(leftOutCount) })}>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {leftOut.map(({ twinId, title, message }) => (
          <Box component="li" key={twinId}>
            {title === null ? twinId : <InternalLink to={`/digitaltwin-mgmt/${twinId}`}>{title}</InternalLink>}
            <Typography color="textSecondary">{message}</Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}

/** Which twins a rule applies to: its own, or all with a tag or in a smart group. */
export function SharingTab({ rule }: { rule: Rule }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const { data, error, refetch } = useRuleSharing(rule);
  const share = useShareRule(rule);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="block" />;
  const { update: mayEdit } = rule.abilities;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '48rem' }}>
      <Card title={t('sharing.title')}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('sharing.help')}
        </Typography>
        <Form
          key={JSON.stringify(data.target)}
          schema={schema}
          defaultValues={formOf(data.target)}
          readOnly={!mayEdit}
          onSubmit={async (target) => {
            const saved = await share(target.kind === 'none' ? null : target);
            showToast({ message: t('sharing.saved', { count: saved.twins, number: formats.number(saved.twins) }) });
          }}
        >
          <TargetFields rule={rule} />
          {mayEdit && <FormActions needsChange />}
        </Form>
      </Card>
      {data.target && (
        <Typography component="div">
          {t('sharing.twins', { count: data.twins, number: formats.number(data.twins) })} ·{' '}
          {data.checkedAt ? (
            <>
              {t('sharing.checked')} <Age at={data.checkedAt} />
            </>
          ) : (
            t('sharing.soon')
          )}
        </Typography>
      )}
      <LeftOut sharing={data} />
    </Box>
  );
}

/** On the page of a copy: where the rule can be changed. */
export function CopyNotice({ rule }: { rule: Pick<Rule, 'shared'> }) {
  const { t } = useTranslation('rules');
  const { shared } = rule;
  if (!shared?.isCopy) return null;
  return (
    <Alert severity="info">
      {t(`sharing.copyOf.${shared.target.kind}`, { name: shared.target.name })}{' '}
      <InternalLink underline="always" to={rulePath(shared.modelTwinId, shared.modelId)}>
        {t('sharing.openModel')}
      </InternalLink>
    </Alert>
  );
}

/** What a list says about a shared rule; absent for the rule of one twin. */
export function useSharedText() {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  return ({ shared }: Pick<Rule, 'shared'>): string | undefined =>
    shared
      ? t(`sharing.mark.${shared.target.kind}`, {
          name: shared.target.name,
          count: shared.twins,
          number: formats.number(shared.twins),
        })
      : undefined;
}
