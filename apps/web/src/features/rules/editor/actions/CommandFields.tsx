import type { CommandField } from '@stellwerk/plugin/command-web';
import { useWatch } from 'react-hook-form';
import { OptionInput } from '../../../../ui/form/OptionInput.tsx';
import { choiceKey, schemaFields } from '../../../../ui/form/schema-fields.ts';
import { sectionsOf } from '../../../connectors/index.ts';
import { commandWebs } from '../../commands/all-kinds.ts';
import { useCommandTexts } from '../../commands/use-command-texts.ts';
import type { CommandKind } from '../../rule.queries.ts';
import { DownlinkNameInput, StateKeyInput } from './NameInput.tsx';

interface CommandFieldsProps {
  kind: CommandKind;
  /** Path of the command in the form. */
  path: string;
}

/** The options of a command: by the web half of its kind, or from its schema. */
export function CommandFields({ kind, path }: CommandFieldsProps) {
  const texts = useCommandTexts();
  const entered: unknown = useWatch({ name: `${path}.options` });
  const given = typeof entered === 'object' && entered !== null ? { ...entered } : {};
  const options = schemaFields(kind.optionsSchema);
  const shown: readonly CommandField[] = commandWebs.get(kind.type)?.fields ?? [];
  const fields = sectionsOf(
    [{ id: 'all', fields: shown }],
    options.map(({ name }) => name),
  ).flatMap((section) => section.fields);
  return fields
    .filter(({ when }) => when?.(given) ?? true)
    .map((field) => {
      const option = options.find(({ name }) => name === field.name);
      if (!option) return null;
      const text = (part: string) => texts.find(kind.type, `field.${field.name}.${part}`);
      const words = { label: text('label'), help: text('help'), info: text('info') };
      const own = shown.find(({ name }) => name === field.name);
      const Suggested = own?.isStateKey ? StateKeyInput : own?.isDownlinkName ? DownlinkNameInput : undefined;
      if (Suggested) {
        return (
          <Suggested
            key={field.name}
            path={path}
            name={`${path}.options.${field.name}`}
            label={words.label ?? field.name}
            required={option.isRequired}
            help={words.help}
          />
        );
      }
      return (
        <OptionInput
          key={field.name}
          path={`${path}.options`}
          option={option}
          field={field}
          words={words}
          choiceText={(value) => text(`value.${choiceKey(value)}`) ?? String(value)}
        />
      );
    });
}
