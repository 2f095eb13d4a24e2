import { parseAddress } from '@kb/apimachinery/server';

/** Whether a text is an address that a proxy may connect to: not of this machine, of one link, or of a group. */
export function isGlobalUnicast(text: string): boolean {
  const address = parseAddress(text);
  if (typeof address === 'string') return false;
  const bytes = [...address.bytes];
  const isMapped =
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  const [first = 0, second = 0] = isMapped ? bytes.slice(12) : bytes;
  if (bytes.length === 4 || isMapped) {
    const v4 = isMapped ? bytes.slice(12) : bytes;
    const isOneOf = (byte: number): boolean => v4.every((one) => one === byte);
    return (
      !isOneOf(0) && !isOneOf(255) && first !== 127 && (first & 0xf0) !== 0xe0 && !(first === 169 && second === 254)
    );
  }
  const isLoopbackOrNone = bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1;
  return !isLoopbackOrNone && first !== 0xff && !(first === 0xfe && (second & 0xc0) === 0x80);
}
