/** A connector that the conformance tests have created. */
export interface TestConnector {
  id: number;
  /** The secrets that the platform has generated. */
  generated: Readonly<Record<string, string>>;
  /** The value of an endpoint, as the server half returns it. */
  endpoint(name: string): string;
}

export interface ConformanceRig {
  /** Resolves when the connector is connected. */
  makeConnector(fields?: {
    options?: Record<string, unknown>;
    secrets?: Record<string, string>;
  }): Promise<TestConnector>;
  /** The address of the web server, without a path. */
  httpUrl(): Promise<string>;
}

/** A real program that brings messages to a connector. */
export interface TestSender {
  connector: TestConnector;
  /** Resolves when the message is acknowledged (true) or refused (false). */
  send(message: string | Buffer): Promise<boolean>;
  /** By another valid way: deeper topics, other forms of the key, another client. */
  sendElsewhere(message: string): Promise<boolean>;
  sendWithoutRight(message: string): Promise<boolean>;
  /** While the queue is full, a message is refused at once, or its acknowledgement is withheld. */
  whenFull: 'refused' | 'withheld';
  whenMalformed: 'refused' | 'acknowledged';
  close(): Promise<void>;
}

/** A real program that a connector sends to. */
export interface TestReceiver {
  options(port: number): Record<string, unknown>;
  /** A command that sends the word to the other end. */
  command(word: string): Record<string, unknown>;
  nonsense: Record<string, unknown>;
  open(port: number): Promise<{
    /** Whether the word has arrived. */
    arrived(word: string): Promise<boolean>;
    close(): Promise<void>;
  }>;
}

/** Kinds that bring messages have a sender, kinds that only send have a receiver. */
export interface ConnectorConformance {
  sender?(rig: ConformanceRig): Promise<TestSender>;
  receiver?: TestReceiver;
}

/** The peers of a kind for the conformance tests; `conformance.ts` of its folder exports the result as `conformance`. */
export const defineConformance = (conformance: ConnectorConformance): ConnectorConformance => conformance;
