import { readTwin } from '@stellwerk/contract/twin';
import { expect, it } from 'vitest';
import { answers, on } from '../../testing/answers.ts';
import { render } from '../../testing/render.tsx';
import { TwinPage } from './TwinPage.tsx';

it('leads to the page of the device where the twin is one, on the same tab', async () => {
  answers(on(readTwin, { data: { id: 2, category: 'virtualDevice' } }));
  const { path } = await render(<TwinPage />, {
    route: '/digitaltwin-mgmt/{id}',
    path: '/digitaltwin-mgmt/2?tab=states',
  });
  await expect.poll(path).toBe('/virtual-devices/2?tab=states');
});
