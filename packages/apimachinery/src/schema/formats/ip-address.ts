/** Whether a text is an IPv4 address; `sloppy`: numbers may begin with zeros. */
export function isIpv4Address(text: string, sloppy: boolean): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 &&
    parts.every((part) => (sloppy ? /^\d+$/ : /^(?:0|[1-9]\d{0,2})$/).test(part) && Number(part) <= 255)
  );
}

/** Whether a text is an IPv6 address, without a zone. Its last 32 bits may be written as an IPv4 address. */
export function isIpv6Address(text: string, sloppy = false): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const front = groups(head, tail === undefined, sloppy);
  const back = tail === undefined ? 0 : groups(tail, true, sloppy);
  if (front === undefined || back === undefined) return false;
  return tail === undefined ? front === 8 : front + back < 8;
}

/** How many groups of 16 bits a part of an address holds; undefined when it is malformed. */
function groups(part: string, isLast: boolean, sloppy: boolean): number | undefined {
  if (part === '') return 0;
  const fields = part.split(':');
  const last = fields.at(-1) ?? '';
  const embedded = isLast && last.includes('.');
  if (embedded && !isIpv4Address(last, sloppy)) return undefined;
  const plain = embedded ? fields.slice(0, -1) : fields;
  if (!plain.every((field) => /^[0-9a-fA-F]{1,4}$/.test(field))) return undefined;
  return plain.length + (embedded ? 2 : 0);
}

/**
 * Whether a text is an address, a slash, and a number of bits that the address has. Numbers of the address may begin
 * with zeros.
 */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash === -1) return false;
  const address = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  if (!/^\d{1,7}$/.test(bits)) return false;
  if (isIpv4Address(address, true)) return Number(bits) <= 32;
  return isIpv6Address(address, true) && Number(bits) <= 128;
}

/**
 * Whether a text is a hardware address of 6, 8 or 20 bytes: `00:00:5e:00:53:01`, `00-00-…`, `0000.5e00.5301`,
 * `00005e005301`.
 */
export function isMac(text: string): boolean {
  const byte = '[0-9a-fA-F]{2}';
  return [6, 8, 20].some((count) =>
    [
      `${byte}(:${byte}){${count - 1}}`,
      `${byte}(-${byte}){${count - 1}}`,
      `${byte}{2}(\\.(${byte}){2}){${count / 2 - 1}}`,
      `(${byte}){${count}}`,
    ]
      .map((pattern) => pattern.replace(`${byte}{2}(`, `(${byte}){2}(`))
      .some((pattern) => new RegExp(`^${pattern}$`).test(text)),
  );
}
