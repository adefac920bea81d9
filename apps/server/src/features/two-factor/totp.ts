import { Secret, TOTP } from 'otpauth';

// RFC 6238 with the settings that all authenticator apps support.
const algorithm = 'SHA1';
const digits = 6;
const periodSeconds = 30;
/** Clocks of phones may differ by one step. */
const windowSteps = 1;

export const generateSecret = (): string => new Secret({ size: 20 }).base32;

/** The time step of a code; undefined for a wrong code. */
export function stepOf(secret: string, token: string, now: Date): number | undefined {
  const totp = new TOTP({ secret, algorithm, digits, period: periodSeconds });
  const delta = totp.validate({ token, timestamp: now.getTime(), window: windowSteps });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

interface SecretOwner {
  secret: string;
  issuer: string;
  /** Label that distinguishes accounts in the app. */
  label: string;
}

export const uriOf = (owner: SecretOwner): string =>
  new TOTP({ ...owner, algorithm, digits, period: periodSeconds }).toString();
