import type { ScreenPage } from '../../lib/screen-page.ts';
// Who comes for the first time needs it at once; all pages need what it is made of.
import { LoginPage } from './LoginPage.tsx';

const load = async () => LoginPage;

export const routes: ScreenPage[] = [
  { path: '/', load },
  { path: '/login', load },
];
