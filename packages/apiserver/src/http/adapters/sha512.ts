/** The SHA-512 of some bytes, in capital hexadecimal digits. */
export function sha512(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha512', bytes, 'hex').toUpperCase();
}
