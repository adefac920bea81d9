import type { UserSettings } from '@stellwerk/contract/user-settings';

type Kind = 'text' | 'number' | 'flag';

/** Choices that follow the user; the browser stores them as texts under the same names. */
const kinds: Record<keyof UserSettings, Kind> = {
  colourScheme: 'text',
  colourMode: 'text',
  language: 'text',
  miniMenu: 'flag',
  mapStyle: 'number',
  map3d: 'flag',
  rowsPerPage: 'number',
};

/** Texts of the choices that have been made. */
export const textsOf = (read: (name: string) => string | null): Record<string, string> =>
  Object.fromEntries(
    Object.keys(kinds).flatMap((name) => {
      const text = read(name);
      return text === null ? [] : [[name, text]];
    }),
  );

function parsed(kind: Kind, text: string): unknown {
  if (kind === 'text') return text;
  return kind === 'number' ? Number(text) : text === 'true';
}

/** The settings of these texts. The server refuses values that it does not know. */
export const fromTexts = (texts: Record<string, string>): UserSettings =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([name, kind]) => {
      const text = texts[name];
      return text === undefined ? [] : [[name, parsed(kind, text)]];
    }),
  ) as UserSettings;
