import { mutator } from '@stellwerk/contract/connector';
import { fieldMapping } from '@stellwerk/contract/field-mapping';
import { z } from 'zod';
import { emptyDraft, type MappingDraft } from './mapping/mapping-draft.ts';
import { withSample } from './mutator-script.ts';

const { script } = mutator.shape;

const scripted = z.object({ language: z.enum(['none', 'javascript', 'jsonata']), script });

/** A script as it is saved: with the sample where nothing is written, empty where there is none. */
export const scriptForm = scripted.transform(({ language, script }) => ({
  language,
  script: language === 'none' ? '' : withSample(script, language),
}));

const mapped = z.object({
  language: z.literal('mapping'),
  script: script.transform(() => ''),
  // Only the types need this: a draft may lack fields, which the schema reports.
  mapping: z.preprocess((draft: MappingDraft) => draft, fieldMapping),
});

/** An unfinished mapping does not stand in the way of a script. */
export const mutatorForm = z.object({ mutator: z.discriminatedUnion('language', [mapped, scriptForm]) });

export interface MutatorValues {
  language: z.output<typeof mutator>['language'];
  script: string;
  mapping: MappingDraft;
}

export const valuesOf = ({ language, script, mapping }: z.output<typeof mutator>): MutatorValues => ({
  language,
  script,
  mapping: mapping ?? emptyDraft,
});
