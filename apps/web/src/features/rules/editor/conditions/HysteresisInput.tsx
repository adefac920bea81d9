import type { Comparison } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import { useTree } from './tree-context.ts';
import type { When } from './tree-edit.ts';

const ordered: readonly Comparison[] = ['lt', 'gt', 'lte', 'gte'];
/** Equality has no direction from which a value could return. */
export const hasHysteresis = (cmp: Comparison): boolean => ordered.includes(cmp);

interface HysteresisInputProps {
  node: When;
  unit: string;
  onChange: (hysteresis: number) => void;
}

/** How far a value must return before the comparison ends; the menu of the row adds and removes it. */
export function HysteresisInput({ node, unit, onChange }: HysteresisInputProps) {
  const { t } = useTranslation('rules');
  const { isDisabled } = useTree();
  if (node.hysteresis === undefined) return null;
  return (
    <NumberField
      label={t('condition.hysteresis')}
      info={t('condition.hysteresisHelp')}
      value={node.hysteresis}
      onChange={onChange}
      unit={unit}
      disabled={isDisabled}
      error={!(node.hysteresis > 0)}
      sx={{ width: 'auto', flex: '0 1 8rem', minWidth: '6rem' }}
    />
  );
}
