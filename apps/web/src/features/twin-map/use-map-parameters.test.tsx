import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { useMapParameters } from './use-map-parameters.ts';

function View() {
  const [{ mapstyle, pitch }, change] = useMapParameters();
  return (
    <>
      <p>
        style {mapstyle}, pitch {pitch}
      </p>
      <button type="button" onClick={() => change({ mapstyle: 3 })}>
        Streets
      </button>
      <button type="button" onClick={() => change({ pitch: 0 })}>
        Flat
      </button>
    </>
  );
}

it('remembers style and 3D for the next map, whose address says nothing', async () => {
  const first = await render(<View />);
  await expect.element(page.getByText('style 1, pitch 50')).toBeVisible();
  await page.getByRole('button', { name: 'Streets' }).click();
  await page.getByRole('button', { name: 'Flat' }).click();
  await expect.poll(first.path).toBe('/?mapstyle=3&pitch=0');
  first.unmount();
  await render(<View />);
  await expect.element(page.getByText('style 3, pitch 0')).toBeVisible();
});

it('follows an address that says something', async () => {
  const first = await render(<View />);
  await page.getByRole('button', { name: 'Streets' }).click();
  first.unmount();
  await render(<View />, { path: '/?mapstyle=2&pitch=30' });
  await expect.element(page.getByText('style 2, pitch 30')).toBeVisible();
});
