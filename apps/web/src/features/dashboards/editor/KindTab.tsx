import { Box } from '@mui/material';
import type { WidgetField } from '@stellwerk/plugin/widget-web';
import { useMemo } from 'react';
import { z } from 'zod';
import { OptionInput } from '../../../ui/form/OptionInput.tsx';
import { choiceKey, schemaAt, schemaFieldAt } from '../../../ui/form/schema-fields.ts';
import { useWidgetTexts } from '../kinds/all-kinds.ts';
import { useEditing } from './editor-context.ts';
import { inputs } from './inputs/all-inputs.ts';

/** The fields of a tab: special inputs by name, all others by the schema. */
export function KindTab({ fields }: { fields: readonly WidgetField[] }) {
  const { web, type } = useEditing();
  const texts = useWidgetTexts();
  const schema = useMemo(() => (web ? z.toJSONSchema(web.schema, { io: 'input' }) : {}), [web]);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {fields.map((field) => {
        const text = (part: string) => texts.find(type, `field.${field.name}.${part}`);
        const words = { label: text('label'), help: text('help'), info: text('info') };
        const Input = field.input && inputs[field.input];
        const own = schemaAt(schema, field.name);
        if (Input && own) {
          return (
            <Input
              key={field.name}
              name={`options.${field.name}`}
              label={words.label ?? field.name}
              {...(words.help ? { help: words.help } : {})}
              {...(words.info ? { info: words.info } : {})}
              schema={own}
            />
          );
        }
        const option = schemaFieldAt(schema, field.name);
        return option ? (
          <OptionInput
            key={field.name}
            option={option}
            field={field}
            words={words}
            choiceText={(value) => text(`value.${choiceKey(value)}`) ?? String(value)}
          />
        ) : null;
      })}
    </Box>
  );
}
