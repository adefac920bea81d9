import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { type ValueView, type ViewInput, viewOf } from './value-view.ts';

/** Without a number of decimals as many as are needed, up to this. */
const mostDecimals = 3;
const placeDecimals = 5;

export interface TextInput extends ViewInput {
  decimals: number | null;
}

/** Values as words of the language, without their unit. */
export function useValueText() {
  const { t } = useTranslation('states');
  const formats = useFormats();
  const numberText = (number: number, decimals: number | null) =>
    formats.number(number, { minimum: decimals ?? 0, maximum: decimals ?? mostDecimals });
  const viewText = (view: ValueView, decimals: number | null): string => {
    switch (view.kind) {
      case 'missing':
        return '—';
      case 'number':
        return numberText(view.number, decimals);
      case 'boolean':
        return t(view.isOn ? 'value.yes' : 'value.no');
      case 'place':
        return [view.latitude, view.longitude]
          .map((degrees) => formats.number(degrees, { minimum: placeDecimals, maximum: placeDecimals }))
          .join(' / ');
      default:
        return view.text;
    }
  };
  return {
    numberText,
    viewText,
    valueText: ({ decimals, ...input }: TextInput) => viewText(viewOf(input), decimals),
  };
}
