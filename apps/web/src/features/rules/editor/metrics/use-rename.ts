import { useFormContext } from 'react-hook-form';
import { renameIn } from '../conditions/tree-edit.ts';
import { commandsIn, conditionsIn, type RuleDraft } from '../rule-draft.ts';
import { renameInOptions, renameInText } from './alias.ts';

/** Updates conditions and texts after a metric was renamed; scripts are left to their author. */
export function useRename(): (from: string, to: string) => void {
  const { getValues, setValue } = useFormContext<RuleDraft>();
  return (from, to) => {
    const isFree = !getValues('metrics').some(({ alias }) => alias === from);
    if (from === '' || to === '' || !isFree) return;
    const options = { shouldDirty: true };
    const conditions = conditionsIn(getValues('conditions'));
    if (conditions.mode === 'tree') {
      setValue('conditions', { ...conditions, tree: renameIn(conditions.tree, from, to) }, options);
    }
    const alarm = getValues('alarm');
    if (alarm) setValue('alarm.message', renameInText(alarm.message, from, to), options);
    const commands = commandsIn(getValues('commands'));
    if (commands.length > 0) setValue('commands', renameInOptions(commands, from, to), options);
  };
}
