import { useFormats } from '../../lib/formats.ts';
import type { FieldLook } from './BaseField.tsx';
import { numberToText, parseNumberText } from './number-text.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useIssueText } from './use-issue-text.ts';
import { useTypedText } from './use-typed-text.ts';

export interface NumberFieldProps<T> extends FieldLook {
  /** Texts are shown unchanged; other values that are not numbers show an empty field. */
  value: number | T;
  onChange: (value: number | T) => void;
  /**
   * Maps a text that is not a number to a value for the schema to refuse. Without this function the field does not
   * report such a text, and shows the error itself.
   */
  otherwise?: (text: string) => T;
  unit?: string | undefined;
  placeholder?: string | undefined;
  /** Further attributes of the text input element. */
  attributes?: TextFieldProps['attributes'];
}

/** A number as the language writes it, outside a form; inside a form it is `NumberInput`. */
export function NumberField<T = never>(props: NumberFieldProps<T>) {
  const { value, onChange, otherwise, unit, attributes, ...own } = props;
  const { locale } = useFormats();
  const issueText = useIssueText();
  const [text, setText] = useTypedText<number | T>(value, (given) => {
    if (typeof given === 'number') return Number.isNaN(given) ? '' : numberToText(given, locale);
    return typeof given === 'string' ? given : '';
  });
  const read = (typed: string) => {
    const parsed = parseNumberText(typed, locale);
    return Number.isNaN(parsed) ? undefined : parsed;
  };
  const change = (typed: string) => {
    const next = read(typed) ?? (otherwise ? otherwise(typed) : value);
    setText(typed, next);
    if (!Object.is(next, value)) onChange(next);
  };
  const code = text.trim() === '' ? 'required' : 'type';
  const complaint = otherwise || read(text) !== undefined ? undefined : issueText({ path: '', code, params: {} });
  return (
    <TextField
      {...own}
      value={text}
      onChange={change}
      error={own.error ?? complaint}
      suffix={unit}
      attributes={{ inputMode: 'decimal', ...attributes }}
    />
  );
}
