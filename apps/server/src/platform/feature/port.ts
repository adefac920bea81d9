declare const valueType: unique symbol;

/** A value that one feature provides and that other features need when they are created. */
export interface Port<T> {
  readonly name: string;
  /** The same port, for features that work without it too. */
  readonly optional: OptionalPort<T>;
  with(value: T): PortValue;
  readonly [valueType]?: T;
}

export type PortType<P> = P extends Port<infer T> ? T : never;

export interface OptionalPort<T> {
  readonly port: Port<T>;
}

export interface PortValue {
  readonly port: Port<unknown>;
  readonly value: unknown;
}

export function definePort<T>(name: string): Port<T> {
  const port: Port<T> = {
    name,
    get optional() {
      return { port };
    },
    with: (value) => ({ port: port as Port<unknown>, value }),
  };
  return port;
}

/**
 * A list that any feature may add to. It is read only at run time, after all features have been created, so that
 * features that call each other can be created in any order.
 */
export interface ExtensionPoint<T> {
  readonly name: string;
  add(value: T): Extension;
  readonly [valueType]?: T;
}

export interface Extension {
  readonly point: ExtensionPoint<unknown>;
  readonly value: unknown;
}

export function defineExtensionPoint<T>(name: string): ExtensionPoint<T> {
  const point: ExtensionPoint<T> = {
    name,
    add: (value) => ({ point: point as ExtensionPoint<unknown>, value }),
  };
  return point;
}
