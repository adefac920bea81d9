import { Secret, TOTP } from 'otpauth';

// RFC 6238 with what every authenticator app understands.
const algorithm = 'SHA1';
const digits = 6;
const periodSeconds = 30;
/** Clocks of phones may be one step off. */
const windowSteps = 1;

export const generateSecret = (): string => new Secret({ size: 20 }).base32;

/** The time step whose code this is; undefined for a wrong one. */
export function stepOf(secret: string, token: string, now: Date): number | undefined {
  const totp = new TOTP({ secret, algorithm, digits, period: periodSeconds });
  const delta = totp.validate({ token, timestamp: now.getTime(), window: windowSteps });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

interface SecretOwner {
  secret: string;
  issuer: string;
  /** By which the app tells several accounts apart. */
  label: string;
}

/** What the QR code says. */
export const uriOf = (owner: SecretOwner): string =>
  new TOTP({ ...owner, algorithm, digits, period: periodSeconds }).toString();
