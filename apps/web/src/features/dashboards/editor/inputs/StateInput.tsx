import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../../../ui/form/form-context.ts';
import { SuggestInput } from '../../../../ui/form/SuggestField.tsx';
import type { WidgetInputProps } from './input-props.ts';
import { StateOption, useFoundStates } from './StateOption.tsx';

/** The key of one state, found by title or key; a key without a twin is allowed and marked. */
export function StateKeyInput(props: FieldProps) {
  const { t } = useTranslation('dashboards');
  const found = useFoundStates();
  const entered: unknown = useWatch({ name: props.name });
  const key = typeof entered === 'string' ? entered : '';
  const state = found.find(key);
  const title = state && (state.unit ? `${state.title} (${state.unit})` : state.title);
  const help = found.isMissing(key) ? t('editor.state.missing', { keys: key }) : (title ?? props.help);
  return (
    <SuggestInput
      {...props}
      help={help}
      placeholder={t('editor.state.choose')}
      suggestions={found.keys}
      matches={found.fits}
      renderItem={(each) => <StateOption state={found.find(each)} stateKey={each} />}
    />
  );
}

export const StateInput = ({ schema: _schema, ...field }: WidgetInputProps) => <StateKeyInput {...field} />;
