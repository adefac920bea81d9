import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A path in the scope, account or twin tree. */
export const ltree = customType<{ data: string }>({ dataType: () => 'ltree' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Any JSON as the text it was written down as, for what is written often and never looked into: to take a `jsonb` costs
 * PostgreSQL more than to store it. Statements of our own read it with `::json`.
 */
export const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
});

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
