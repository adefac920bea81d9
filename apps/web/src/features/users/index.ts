export { useFollowedJob } from './bulk.queries.ts';
export { csvFile, decodeText } from './csv-file.ts';
export { LineErrors, type LineErrorsProps } from './LineErrors.tsx';
export { UsersTable, type UsersTableProps } from './UsersTable.tsx';
