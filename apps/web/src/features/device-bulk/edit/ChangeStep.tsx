import { Alert, Box } from '@mui/material';
import { operationalStatuses } from '@stellwerk/contract/device';
import type { BulkEditOptions } from '@stellwerk/contract/device-bulk';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TagsField } from '../../../ui/form/TagsField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TwinField } from '../../twins/index.ts';
import { type EditInput, type EditProblem, problemsOf } from './edit-change.ts';

interface ChangeStepProps {
  input: EditInput;
  onChange: (change: Partial<EditInput>) => void;
  options: BulkEditOptions | undefined;
  /** Problems are shown after the first attempt to continue. */
  showsProblems: boolean;
  problem: string | undefined;
}

const unchanged = { value: undefined, isNone: true };

/** What changes on every selected device. */
export function ChangeStep({ input, onChange, options, showsProblems, problem }: ChangeStepProps) {
  const { t } = useTranslation(['device-bulk', 'devices']);
  const problems = showsProblems ? problemsOf(input) : [];
  const errorOf = (...mine: EditProblem[]) => {
    const found = mine.find((each) => problems.includes(each));
    return found ? { error: t(`edit.problem.${found}`) } : {};
  };
  const isOneAccount = (options?.accounts.length ?? 1) <= 1;
  const accountId = options?.accounts[0]?.id;
  const keep = { ...unchanged, label: t('edit.change.keep') };
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      {problems.includes('nothing') && <Alert severity="error">{t('edit.problem.nothing')}</Alert>}
      {!isOneAccount && <Alert severity="info">{t('edit.change.severalAccounts')}</Alert>}
      <TextField
        label={t('edit.change.title')}
        help={t('edit.change.titleHelp')}
        required
        value={input.title}
        maxLength={100}
        onChange={(title) => onChange({ title })}
        {...errorOf('titleMissing', 'titleLength')}
      />
      <SelectField
        label={t('devices:column.operationalStatus')}
        value={input.operationalStatus}
        options={[
          keep,
          ...operationalStatuses.map((value) => ({ value, label: t(`devices:operationalStatus.${value}`) })),
        ]}
        onChange={(operationalStatus) => onChange({ operationalStatus })}
      />
      <SelectField
        label={t('edit.field.disabled')}
        value={input.disabled}
        options={[
          keep,
          { value: false, label: t('edit.value.enabled') },
          { value: true, label: t('edit.value.disabled') },
        ]}
        onChange={(disabled) => onChange({ disabled })}
      />
      <TagsField
        label={t('edit.change.addTags')}
        value={input.addTags}
        disabled={!isOneAccount}
        onChange={(addTags) => onChange({ addTags })}
        {...errorOf('tagInBoth')}
      />
      <TagsField
        label={t('edit.change.removeTags')}
        value={input.removeTags}
        suggestions={options?.tags.map(({ value }) => value)}
        onChange={(removeTags) => onChange({ removeTags })}
      />
      <TagsField
        label={t('edit.change.addGroups')}
        value={input.addGroups}
        disabled={!isOneAccount}
        onChange={(addGroups) => onChange({ addGroups })}
        {...errorOf('groupInBoth')}
      />
      <TagsField
        label={t('edit.change.removeGroups')}
        value={input.removeGroups}
        suggestions={options?.groups.map(({ value }) => value)}
        onChange={(removeGroups) => onChange({ removeGroups })}
      />
      <SwitchField
        label={t('edit.change.move')}
        value={input.isMoved}
        disabled={!isOneAccount}
        onChange={(isMoved) => onChange({ isMoved })}
      />
      {input.isMoved && (
        <TwinField
          label={t('edit.change.parent')}
          help={t('edit.change.parentHelp')}
          value={input.parent}
          tenantId={accountId}
          onChange={({ id, title }) => onChange({ parent: { id, title } })}
        />
      )}
    </Box>
  );
}
