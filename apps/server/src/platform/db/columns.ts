import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A path in the scope, account or twin tree. */
export const ltree = customType<{ data: string }>({ dataType: () => 'ltree' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * JSON stored as text, for values that are written often and never queried by content: parsing a `jsonb` costs
 * PostgreSQL more than storing it. Raw SQL statements read it with `::json`.
 */
export const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
});

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
