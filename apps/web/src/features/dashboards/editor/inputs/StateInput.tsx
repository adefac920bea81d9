import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../../../ui/form/form-context.ts';
import type { WidgetInputProps } from './input-props.ts';
import { StateOption, useFoundStates } from './StateOption.tsx';
import { SuggestingInput } from './SuggestingInput.tsx';

/** The key of one state, by title or key; one that no twin has yet is allowed and said. */
export function StateKeyInput(props: FieldProps) {
  const { t } = useTranslation('dashboards');
  const found = useFoundStates();
  const entered: unknown = useWatch({ name: props.name });
  const key = typeof entered === 'string' ? entered : '';
  const state = found.find(key);
  const title = state && (state.unit ? `${state.title} (${state.unit})` : state.title);
  const help = found.isMissing(key) ? t('editor.state.missing', { keys: key }) : (title ?? props.help);
  const { help: _help, ...field } = props;
  return (
    <SuggestingInput
      {...field}
      {...(help ? { help } : {})}
      placeholder={t('editor.state.choose')}
      suggestions={found.keys}
      fits={found.fits}
      option={(each) => <StateOption state={found.find(each)} stateKey={each} />}
    />
  );
}

export const StateInput = ({ schema: _schema, ...field }: WidgetInputProps) => <StateKeyInput {...field} />;
