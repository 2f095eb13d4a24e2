/** The SHA-512 of bytes, in upper-case hexadecimal digits. */
export function sha512(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha512', bytes, 'hex').toUpperCase();
}

/** The SHA-512 of bytes that come in pieces. */
export interface Sha512 {
  update(bytes: Uint8Array): void;
  /** The hash, in capital hexadecimal digits. */
  end(): string;
}

/** Begins the SHA-512 of bytes that come in pieces. */
export function sha512Of(): Sha512 {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha512');
  return { update: (bytes) => void hash.update(bytes), end: () => hash.digest('hex').toUpperCase() };
}
