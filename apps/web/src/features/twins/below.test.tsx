import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { render } from '../../testing/render.tsx';
import { BelowChip } from './BelowChip.tsx';
import { TwinMarks } from './TwinMarks.tsx';

it('says the worst of what lies below', async () => {
  await render(
    <>
      <BelowChip below={{ errors: 1, warnings: 4 }} />
      <BelowChip below={{ errors: 0, warnings: 100 }} />
      <BelowChip below={{ errors: 0, warnings: 0 }} />
    </>,
    { language: 'de' },
  );
  await expect.element(page.getByText('darunter 1 Fehler')).toBeVisible();
  await expect.element(page.getByText('darunter 99+ Warnungen')).toBeVisible();
  expect(document.querySelectorAll('.MuiChip-root')).toHaveLength(2);
  expect(await accessibilityProblems()).toEqual([]);
});

it('marks a twin in the tree whose children need attention', async () => {
  await render(<TwinMarks twin={{ status: 'ok', disabled: false, below: { errors: 0, warnings: 2 } }} />);
  await expect.element(page.getByRole('img', { name: '2 warnings below' })).toBeVisible();
});
