import { createFavourite, deleteFavourite, listFavouriteMarks } from '@stellwerk/contract/favourite';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { StarButton } from '../features/favourites/StarButton.tsx';
import { call } from '../lib/api.ts';
import { useLive } from '../lib/live.ts';
import { answers, on, refusal } from './answers.ts';
import { expectProblem } from './network.ts';
import { Kept, render } from './render.tsx';

function Heard({ change }: { change: (data: unknown) => void }) {
  useLive('alarms/1', change);
  return null;
}

describe('answers', () => {
  it('are completed by the schema, and record parsed calls', async () => {
    const server = answers(on(listFavouriteMarks, { data: [] }), on(createFavourite));
    await render(<StarButton type="twin" object={{ id: 5, title: 'Lift' }} />);
    await page.getByRole('button').click();
    await expect
      .poll(() => server.calls(createFavourite).map(({ body }) => body))
      .toEqual([{ type: 'twin', twinId: 5 }]);
  });

  it('may be errors of the contract', async () => {
    answers(on(deleteFavourite, refusal('OBJECT_NOT_FOUND')));
    const failed = await call(deleteFavourite, { params: { id: 7 } }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ status: 404, code: 'OBJECT_NOT_FOUND' });
  });

  it('fail the test for a call that it does not declare', async () => {
    answers();
    expectProblem(/GET \/api\/v1\/\S+: No answer is declared/);
    await call(listFavouriteMarks).catch(() => undefined);
  });

  it('fail the test for a request that the schema refuses', async () => {
    answers(on(createFavourite));
    expectProblem(/The body .* is refused/);
    await call(createFavourite, { body: JSON.parse('{"type":"twin"}') }).catch(() => undefined);
  });

  it('fail the test when they do not match the schema', async () => {
    answers(on(listFavouriteMarks, JSON.parse('{"data":[{"id":"seven"}]}')));
    expectProblem(/The schema refuses the value/);
    await call(listFavouriteMarks).catch(() => undefined);
  });

  it('include live messages', async () => {
    const server = answers();
    await render(
      <Kept<unknown> initial="">
        {(heard, change) => (
          <>
            <p>{JSON.stringify(heard)}</p>
            <Heard change={change} />
          </>
        )}
      </Kept>,
    );
    await server.push('alarms/1', { id: 3 });
    await expect.element(page.getByText('{"id":3}')).toBeVisible();
  });
});
