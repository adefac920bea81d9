import { idFromText } from '@stellwerk/contract/core/id';
import { useTranslation } from 'react-i18next';
import { useTwin } from '../../../twins/index.ts';
import { useEditing } from '../editor-context.ts';
import { parameterIn } from './parameters.ts';

/** The title of a parameter of the dashboard. */
export function useParameterName() {
  const { t } = useTranslation('dashboards');
  const { customParameters } = useEditing().dashboard;
  return (name: string) =>
    t('editor.parameter.named', { name: customParameters.find((each) => each.name === name)?.label || name });
}

/** The title of the twin with the id in a text, or of the parameter in it; empty for an empty text. */
export function useTwinName(text: string | null): string {
  const { t } = useTranslation('dashboards');
  const nameOf = useParameterName();
  const id = idFromText(text);
  const { data, isError } = useTwin(id);
  if (text === null || text === '') return '';
  const parameter = parameterIn(text);
  if (parameter !== undefined) return nameOf(parameter);
  return data?.title ?? (isError ? t('editor.twin.hidden', { id: text }) : '…');
}
