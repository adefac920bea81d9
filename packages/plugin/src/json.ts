export type JsonValue = number | string | boolean | null | JsonValue[] | { [key: string]: JsonValue };
