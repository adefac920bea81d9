export type PublicView = 'tiles' | 'map';

/** The path of a public page inside the app. */
export const pathTo = (view: PublicView, shareKey: string, twinId: number): string =>
  `/public/${shareKey}/${view}/${twinId}`;
