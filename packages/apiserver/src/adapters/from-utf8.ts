/** A header's value as what it is, UTF-8, as Go sends and reads names. Node gives a character for each byte. */
export function fromUtf8(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
