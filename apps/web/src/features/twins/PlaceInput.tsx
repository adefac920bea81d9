import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { listAccounts } from '@stellwerk/contract/account';
import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useSession } from '../../lib/session.ts';
import { useField } from '../../ui/form/form-context.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { AccountInput } from '../accounts/index.ts';
import { type NamedTwin, TwinField } from './TwinField.tsx';

interface PlaceInputProps {
  /** The parent that stands in the form at first, so that it can be shown by title. */
  initialParent?: NamedTwin | undefined;
  initialAccount?: { id: number; name: string } | undefined;
  /** A move stays inside its account. */
  tenantId?: number | undefined;
  disabledIds?: readonly number[];
}

function ParentInput({ initialParent, tenantId, disabledIds = [] }: PlaceInputProps) {
  const { t } = useTranslation('twins');
  const field = useField('parentId');
  const [chosen, setChosen] = useState(initialParent);
  return (
    <TwinField
      label={t('place.parent')}
      required
      value={chosen?.id === field.value ? chosen : undefined}
      onChange={(twin) => {
        setChosen(twin);
        field.setValue(twin.id);
      }}
      error={field.error}
      disabled={field.disabled}
      tenantId={tenantId}
      disabledIds={disabledIds}
      inputRef={field.ref}
    />
  );
}

function TopInput({ initialAccount }: PlaceInputProps) {
  const { t } = useTranslation('twins');
  const mayBrowse = useCan(listAccounts.permission);
  const accounts = useSession()?.primaryTenants ?? [];
  if (mayBrowse) return <AccountInput name="tenantId" label={t('column.account')} required initial={initialAccount} />;
  return (
    <SelectInput
      name="tenantId"
      label={t('column.account')}
      required
      options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** The place of a twin in the tree. */
export function PlaceInput(props: PlaceInputProps) {
  const { t } = useTranslation('twins');
  const labelId = useId();
  const field = useField('place');
  const { getValues, setValue } = useFormContext();

  function choose(place: string | null) {
    if (place === null) return;
    field.setValue(place);
    // What was proposed for the other place at first is proposed again when one comes back to it.
    const name = place === 'below' ? 'parentId' : 'tenantId';
    const proposed = place === 'below' ? props.initialParent?.id : props.initialAccount?.id;
    if (proposed !== undefined && getValues(name) === undefined) setValue(name, proposed);
  }

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography id={labelId} variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {t('place.label')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={field.value}
          disabled={field.disabled}
          onChange={(_, next: string | null) => choose(next)}
          aria-labelledby={labelId}
        >
          <ToggleButton value="below">{t('place.below')}</ToggleButton>
          <ToggleButton value="top">{t('place.top')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {field.value === 'below' && <ParentInput {...props} />}
      {field.value === 'top' && props.tenantId === undefined && <TopInput {...props} />}
    </Box>
  );
}
