import { idFromText } from '@stellwerk/contract/core/id';
import type { ErrorCode } from '@stellwerk/contract/errors';
import { email, newUser, properties as propertiesSchema, username as usernameSchema } from '@stellwerk/contract/user';
import { bulkColumns } from '@stellwerk/contract/user-bulk';
import type { z } from 'zod';

type Column = (typeof bulkColumns)[number];

export interface LineError {
  line: number;
  code: ErrorCode;
  params: Record<string, string | number>;
}

export interface BulkLine {
  line: number;
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  roleIds: number[];
  properties: z.output<typeof propertiesSchema>;
  active: boolean;
}

export type ReadLine = { line: BulkLine } | { error: LineError };

/** Accepted column names in English and German. */
const aliases: Record<string, Column> = {
  vorname: 'firstName',
  nachname: 'lastName',
  mail: 'email',
  benutzername: 'username',
  roles: 'roleIds',
  rollen: 'roleIds',
  eigenschaften: 'properties',
  aktiv: 'active',
};
for (const column of bulkColumns) aliases[column.toLowerCase()] = column;

const required = ['firstName', 'lastName', 'email'] as const satisfies readonly Column[];

/** Parses the header; undefined if the line is none. */
export function headerOf(cells: readonly string[]): Column[] | undefined {
  const columns = cells.map((cell) => aliases[cell.toLowerCase().replace(/[\s_-]/g, '')]);
  const known = columns.filter((column) => column !== undefined);
  const isHeader =
    known.length === cells.length &&
    new Set(known).size === known.length &&
    required.every((column) => known.includes(column));
  return isHeader ? known : undefined;
}

const flags: Record<string, boolean> = {
  '': true,
  true: true,
  '1': true,
  yes: true,
  ja: true,
  false: false,
  '0': false,
  no: false,
  nein: false,
};

function parseProperties(text: string): BulkLine['properties'] | undefined {
  if (text === '') return {};
  try {
    return propertiesSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Parses a line, or returns its first problem. */
export function readLine(line: number, cells: readonly string[], columns: readonly Column[] = bulkColumns): ReadLine {
  const refuse = (code: ErrorCode, params: LineError['params'] = {}): ReadLine => ({ error: { line, code, params } });
  const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (cells.length < required.length) return refuse('USER_CSV_TOO_FEW_FIELDS', { count: cells.length });
  // Spreadsheets pad short lines with empty cells.
  if (count > columns.length) return refuse('USER_CSV_TOO_MANY_FIELDS', { count });
  const cell = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';

  const address = email.safeParse(cell('email'));
  const { firstName, lastName } = newUser.shape;
  const names = { firstName: firstName.safeParse(cell('firstName')), lastName: lastName.safeParse(cell('lastName')) };
  const user = usernameSchema.safeParse(cell('username') || cell('email'));
  const active = flags[cell('active').toLowerCase()];
  const invalid = (field: Column) => refuse('USER_CSV_INVALID_VALUE', { field });
  if (!names.firstName.success) return invalid('firstName');
  if (!names.lastName.success) return invalid('lastName');
  if (!address.success) return invalid('email');
  if (!user.success) return invalid('username');
  if (active === undefined) return invalid('active');

  const roles =
    cell('roleIds') === ''
      ? []
      : cell('roleIds')
          .split('|')
          .map((role) => role.trim());
  const unknown = roles.find((role) => idFromText(role) === undefined);
  if (unknown !== undefined) return refuse('USER_CSV_UNKNOWN_ROLE', { role: unknown.slice(0, 100) });
  const properties = parseProperties(cell('properties'));
  if (!properties) return refuse('USER_CSV_INVALID_PROPERTIES');
  return {
    line: {
      line,
      firstName: names.firstName.data,
      lastName: names.lastName.data,
      email: address.data,
      username: user.data,
      roleIds: [...new Set(roles.map(Number))],
      properties,
      active,
    },
  };
}
