import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A path in the scope, account or twin tree. */
export const ltree = customType<{ data: string }>({ dataType: () => 'ltree' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
