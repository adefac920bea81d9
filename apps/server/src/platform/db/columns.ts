import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A path in the scope, account or twin tree. */
export const ltree = customType<{ data: string }>({ dataType: () => 'ltree' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Any JSON, texts among it: Drizzle's own column reads a text that looks like JSON a second time, so that "12" would
 * come back as 12.
 */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
