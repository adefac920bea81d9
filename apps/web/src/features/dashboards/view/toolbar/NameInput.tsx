// biome-ignore lint/style/noRestrictedImports: a heading that is edited in place has no frame of a field.
import { InputBase, Typography } from '@mui/material';
import type { Dashboard } from '@stellwerk/contract/dashboard';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';
import { useDashboardActions } from '../../dashboard.queries.ts';
import { useFailureToast } from '../use-layout-edits.ts';

/** Edits the name of a dashboard in place; Enter or blur saves, Escape cancels. */
export function NameInput({ dashboard: { id, name } }: { dashboard: Pick<Dashboard, 'id' | 'name'> }) {
  const { t } = useTranslation('dashboards');
  const { configure } = useDashboardActions();
  const fail = useFailureToast();
  const [typed, setTyped] = useState<string>();

  async function save() {
    const next = typed?.trim();
    if (next && next !== name) await configure({ id, body: { name: next } }).catch(fail('name'));
    setTyped(undefined);
  }
  const onKeyDown = ({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    // Enter also ends the composition of a character.
    if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
    if (key === 'Escape') setTyped(undefined);
  };
  return (
    <>
      <Typography component="h1" sx={visuallyHidden}>
        {name}
      </Typography>
      <InputBase
        value={typed ?? name}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
        inputProps={{ 'aria-label': t('view.name'), maxLength: 200, onKeyDown }}
        sx={{
          typography: 'h1',
          flex: '1 1 16rem',
          maxWidth: '40rem',
          px: 1,
          ml: -1,
          borderRadius: 1,
          border: 1,
          borderColor: 'border.strong',
          borderStyle: 'dashed',
          '&:focus-within': { borderStyle: 'solid', borderColor: 'primary.main' },
          '& input': { p: 0, height: 'auto' },
        }}
      />
    </>
  );
}
