/** Decodes a header's value as UTF-8, in which Go sends and reads names. Node returns one character for each byte. */
export function fromUtf8(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
