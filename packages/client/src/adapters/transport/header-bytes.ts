/**
 * A header's value as the network takes it: a character for each byte of its UTF-8, which is how Go sends texts. Node
 * and undici write the low byte of each character, and refuse others.
 */
export function headerBytes(value: string): string {
  return nonAscii.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value;
}

// eslint-disable-next-line no-control-regex -- that is what is looked for
const nonAscii = /[^\x00-\x7f]/;
