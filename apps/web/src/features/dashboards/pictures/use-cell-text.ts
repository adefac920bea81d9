import type { Cell } from '@stellwerk/plugin/widget-web';
import { useTranslation } from 'react-i18next';
import { useValueText } from '../../states/index.ts';

/** The text of a cell, for search and sorting. */
export function useCellText(): (cell: Cell) => string {
  const { t } = useTranslation('ui');
  const { valueText } = useValueText();
  return (cell) => {
    switch (cell.is) {
      case 'text':
        return cell.text;
      case 'status':
        return t(`status.${cell.status}`);
      case 'tags':
        return cell.tags.join(' ');
      case 'value':
        return `${valueText({ value: cell.value, decimals: null })} ${cell.unit}`;
      default:
        return '';
    }
  };
}
