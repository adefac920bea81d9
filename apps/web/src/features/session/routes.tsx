import type { ScreenPage } from '../../lib/screen-page.ts';
// New visitors need it at once, and all pages need its components.
import { LoginPage } from './LoginPage.tsx';

const load = async () => LoginPage;

export const routes: ScreenPage[] = [
  { path: '/', load },
  { path: '/login', load },
];
