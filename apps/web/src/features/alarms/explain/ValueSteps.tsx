import { TableBody, TableCell, TableRow } from '@mui/material';
import { useFormats } from '../../../lib/formats.ts';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { TitleCell } from '../../../ui/table/TitleCell.tsx';
import { payloadText } from '../../devices/index.ts';
import type { ValueStep } from './explanation-types.ts';

const digits = { maximum: 6 };

/** States with their values at that time. */
export function ValueSteps({ label, steps }: { label: string; steps: readonly ValueStep[] }) {
  const formats = useFormats();
  const textOf = ({ value, unit }: ValueStep) => {
    if (value === null) return '—';
    const text = typeof value === 'number' ? formats.number(value, digits) : payloadText(value);
    return unit ? `${text} ${unit}` : text;
  };
  return (
    <FramedTable label={label}>
      <TableBody>
        {steps.map((step) => (
          <TableRow key={step.state}>
            <TableCell component="th" scope="row">
              <TitleCell title={step.title} detail={step.state} />
            </TableCell>
            <TableCell
              align="right"
              sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}
            >
              {textOf(step)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </FramedTable>
  );
}
