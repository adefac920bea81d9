import { rootCertificates } from 'node:tls';

/** Trusts a custom certificate authority in addition to the default ones. */
export const trustAlso = (caCertificate: string): string[] => [...rootCertificates, caCertificate];
