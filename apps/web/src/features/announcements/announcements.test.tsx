import {
  createAnnouncement,
  dismissAnnouncement,
  listOwnAnnouncements,
  type OwnAnnouncement,
} from '@stellwerk/contract/announcement';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../../testing/accessibility.ts';
import { answers, on } from '../../testing/answers.ts';
import { press, reported } from '../../testing/gestures.ts';
import { render } from '../../testing/render.tsx';
import { AnnouncementBanners } from './AnnouncementBanners.tsx';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';

const german = { language: 'de' } as const;
const hour = 3_600_000;
const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
const announced = (id: number, more: Partial<OwnAnnouncement> = {}) => ({
  ...{ id, type: 'info' as const, message: `Text ${id}`, start: null, end: null, link: null },
  ...more,
});

it('announcements are shown between their bounds, as plain text, until the user closes them', async () => {
  const server = answers(
    on(listOwnAnnouncements, {
      data: [
        announced(1, { message: '<b>Wartung</b>', link: { url: 'https://status.example.com', message: 'Mehr' } }),
        announced(2, { start: at(hour) }),
        announced(3, { end: at(-hour) }),
      ],
    }),
    on(dismissAnnouncement, { data: { dismissed: true } }),
  );
  await render(<AnnouncementBanners />, german);
  await expect.element(page.getByText(/^<b>Wartung<\/b>/)).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(page.getByRole('link', { name: 'Mehr' })).toHaveAttribute('href', 'https://status.example.com');
  expect(await accessibilityProblems()).toEqual([]);
  await press(page, 'Nicht mehr anzeigen');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(server.calls(dismissAnnouncement).map(({ params }) => params.id)).toEqual([1]);
});

it('an announcement is written with a preview, and without a link if none is entered', async () => {
  const server = answers(on(createAnnouncement));
  await render(<AnnouncementDialog accountId={7} onClose={() => {}} />, german);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Heute Nacht');
  await expect.element(dialog.getByRole('alert').getByText('Heute Nacht')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await press(dialog, 'Speichern');
  await reported('Gespeichert');
  expect(server.calls(createAnnouncement).map(({ body }) => body)).toMatchObject([
    { message: 'Heute Nacht', start: null, end: null, link: null, includeSubTenants: true },
  ]);
});
