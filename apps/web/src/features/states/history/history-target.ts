import type { State, ValueType } from '@stellwerk/contract/state';

/** What a history needs to know of its state. */
export interface HistoryTarget {
  id: number;
  title: string;
  key: string;
  unit: string;
  valueType: ValueType;
  decimals: number | null;
  validSeconds: number | null;
}

export const historyTargetOf = ({
  id,
  title,
  key,
  unit,
  valueType,
  visualisation,
  validSeconds,
}: State): HistoryTarget => ({
  id,
  title,
  key,
  unit,
  valueType,
  decimals: visualisation.decimals,
  validSeconds,
});
