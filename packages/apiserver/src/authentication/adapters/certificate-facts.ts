/** What a certificate says about itself, as far as authentication needs it. */
export interface CertificateFacts {
  /** The names as bytes in hexadecimal: equal names have equal texts. */
  readonly subject: string;
  readonly issuer: string;
  /** The last common name of the subject; empty if there is none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The uids of the user, by the attribute that Kubernetes defines. Undefined stands for one that is not text. */
  readonly uids: readonly (string | undefined)[];
  /** Whether it may sign other certificates. */
  readonly isAuthority: boolean;
  /** How many other authorities may be between it and the first certificate of a chain. */
  readonly maxPathLength: number;
  /** The object identifiers of its extended key usages, in hexadecimal. Empty: all usages. */
  readonly usages: readonly string[];
  /** Whether its signature must not be trusted, because the hash is broken. */
  readonly hasBrokenSignature: boolean;
  /** Whether it has a critical extension that is unknown here, so that it must not be accepted. */
  readonly hasUnknownExtension: boolean;
}

/** The usage of certificates of clients, and that of every purpose, as {@link CertificateFacts.usages}. */
export const CLIENT_USAGE = '2b06010505070302';
export const ANY_USAGE = '551d2500';

const COMMON_NAME = '550403';
const ORGANIZATION = '55040a';
const USER_UID = '2b0601040183c25302';

const BASIC_CONSTRAINTS = '551d13';
const KEY_USAGE = '551d0f';
const EXTENDED_KEY_USAGE = '551d25';
/** The critical extensions that are understood, or that say nothing about the user of a certificate. */
const understood = new Set([
  BASIC_CONSTRAINTS,
  KEY_USAGE,
  EXTENDED_KEY_USAGE,
  '551d0e',
  '551d11',
  '551d1f',
  '551d20',
  '551d21',
  '551d23',
  '551d24',
  '551d36',
  '2b06010505070101',
]);

/** Signatures with MD2, MD5 and SHA-1, which Go does not verify. */
const brokenSignatures = new Set([
  '2a864886f70d010102',
  '2a864886f70d010104',
  '2a864886f70d010105',
  '2a8648ce380403',
  '2a8648ce3d0401',
]);

const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
/** The bit of a key usage that allows to sign certificates. */
const SIGNS_CERTIFICATES = 0x04;

/** One element of DER. */
interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Reads a certificate in DER. Throws a RangeError if it is not one. Takes linear time. */
export function readCertificateFacts(der: Uint8Array): CertificateFacts {
  const [body, algorithm] = elementsIn(firstIn(der).content);
  if (!body || !algorithm) throw notCertificate();
  const fields = elementsIn(body.content);
  if (fields[0]?.tag === VERSION) fields.shift();
  const [, , issuer, , subject] = fields;
  if (!issuer || !subject) throw notCertificate();
  const attributes = attributesOf(subject);
  const valuesOf = (type: string): (string | undefined)[] =>
    attributes.flatMap(([name, value]) => (name === type ? [value] : []));
  const textsOf = (type: string): string[] => valuesOf(type).filter((value) => value !== undefined);
  const wrapped = fields.find(({ tag }) => tag === EXTENSIONS);
  const extensions = wrapped ? elementsIn(firstIn(wrapped.content).content).map(extensionOf) : [];
  const extension = (id: string): Uint8Array | undefined => extensions.find((one) => one.id === id)?.value;
  const { isAuthority, maxPathLength } = constraintsOf(extension(BASIC_CONSTRAINTS));
  return {
    subject: hex(subject.content),
    issuer: hex(issuer.content),
    commonName: textsOf(COMMON_NAME).at(-1) ?? '',
    organizations: textsOf(ORGANIZATION),
    uids: valuesOf(USER_UID),
    isAuthority: isAuthority && maySign(extension(KEY_USAGE)),
    maxPathLength,
    usages: usagesOf(extension(EXTENDED_KEY_USAGE)),
    hasBrokenSignature: brokenSignatures.has(hex(firstIn(algorithm.content).content)),
    hasUnknownExtension: extensions.some(({ id, critical }) => critical && !understood.has(id)),
  };
}

/** The attributes of a name: their types, and their values if they are text. */
function attributesOf(name: Element): [string, string | undefined][] {
  return elementsIn(name.content).flatMap(({ content }) =>
    elementsIn(content).map(({ content: attribute }): [string, string | undefined] => {
      const [type, value] = elementsIn(attribute);
      if (!type || !value) throw notCertificate();
      return [hex(type.content), textOf(value)];
    }),
  );
}

/** The encodings of texts, by their tags. */
const encodings: ReadonlyMap<number, string> = new Map([
  [0x0c, 'utf-8'],
  [0x12, 'latin1'],
  [0x13, 'latin1'],
  [0x14, 'latin1'],
  [0x16, 'latin1'],
  [0x1e, 'utf-16be'],
]);

function textOf({ tag, content }: Element): string | undefined {
  const encoding = encodings.get(tag);
  return encoding === undefined ? undefined : new TextDecoder(encoding, { ignoreBOM: true }).decode(content);
}

function extensionOf({ content }: Element): { id: string; critical: boolean; value: Uint8Array } {
  const [id, ...rest] = elementsIn(content);
  const value = rest.at(-1);
  if (!id || !value) throw notCertificate();
  return { id: hex(id.content), critical: rest[0]?.tag === BOOLEAN && rest[0].content[0] !== 0, value: value.content };
}

function constraintsOf(value: Uint8Array | undefined): Pick<CertificateFacts, 'isAuthority' | 'maxPathLength'> {
  const parts = value ? elementsIn(firstIn(value).content) : [];
  const [flag] = parts;
  const length = parts.find(({ tag }) => tag === INTEGER);
  return {
    isAuthority: flag?.tag === BOOLEAN && flag.content[0] !== 0,
    maxPathLength: length ? Number.parseInt(hex(length.content), 16) : Infinity,
  };
}

function maySign(keyUsage: Uint8Array | undefined): boolean {
  if (!keyUsage) return true;
  const { tag, content } = firstIn(keyUsage);
  return tag === BIT_STRING && ((content[1] ?? 0) & SIGNS_CERTIFICATES) !== 0;
}

function usagesOf(value: Uint8Array | undefined): string[] {
  return value ? elementsIn(firstIn(value).content).map(({ content }) => hex(content)) : [];
}

function firstIn(bytes: Uint8Array): Element {
  const [first] = elementsIn(bytes);
  if (!first) throw notCertificate();
  return first;
}

/** Reads the elements that follow one another. */
function elementsIn(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? Infinity;
    at += 2;
    if (length >= 0x80) {
      const size = length - 0x80;
      if (size === 0 || size > 4) throw notCertificate();
      length = 0;
      for (const end = at + size; at < end; at += 1) length = length * 0x100 + (bytes[at] ?? Infinity);
    }
    if (!(at + length <= bytes.length)) throw notCertificate();
    elements.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return elements;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

const notCertificate = (): RangeError => new RangeError('the bytes are not a certificate in DER');
