import { quoteString } from '../../../codec/go-format.ts';
import {
  type CelError,
  type CelValue,
  celError,
  isError,
  isKind,
  noSuchOverload,
  type OpaqueValue,
} from '../../values/value.ts';
import { binary, type FunctionTable, isText, unary } from '../overloads/implementation.ts';
import { type Address, formatAddress, isMappedIpv4, parseAddress } from '../../../network/address.ts';

/** An address as a value of CEL. */
interface Ip extends OpaqueValue {
  readonly type: 'net.IP';
  readonly address: Address;
}

/** A network as a value of CEL. */
interface Cidr extends OpaqueValue {
  readonly type: 'net.CIDR';
  readonly address: Address;
  readonly bits: number;
}

const isIp = (value: CelValue): value is Ip => isKind(value, 'opaque') && value.type === 'net.IP';
const isCidr = (value: CelValue): value is Cidr => isKind(value, 'opaque') && value.type === 'net.CIDR';

function ipOf(address: Address): Ip {
  return {
    kind: 'opaque',
    type: 'net.IP',
    size: address.bytes.length,
    address,
    asKey: () => formatAddress(address),
    equals: (other) => (isIp(other) ? isSame(address, other.address) : noSuchOverload(other)),
  };
}

function cidrOf(address: Address, bits: number): Cidr {
  return {
    kind: 'opaque',
    type: 'net.CIDR',
    size: Math.ceil(bits / 8),
    address,
    bits,
    asKey: () => `${formatAddress(address)}/${bits}`,
    equals: (other) => (isCidr(other) ? bits === other.bits && isSame(address, other.address) : noSuchOverload(other)),
  };
}

const isSame = (a: Address, b: Address): boolean =>
  a.bytes.length === b.bytes.length && a.bytes.every((byte, index) => byte === b.bytes[index]);

function parseIp(text: string): Ip | CelError {
  const address = parseAddress(text);
  if (typeof address === 'string')
    return celError(`IP Address ${quoteString(text)} parse error during conversion from string: ${address}`);
  if (address.zone !== '') return celError(`IP address ${quoteString(text)} with zone value is not allowed`);
  if (isMappedIpv4(address)) return mapped(text);
  return ipOf(address);
}

const mapped = (text: string): CelError => celError(`IPv4-mapped IPv6 address ${quoteString(text)} is not allowed`);

const PARSE_ERROR = 'network address parse error during conversion from string:';

function parseCidr(text: string): Cidr | CelError {
  const found = parsePrefix(text);
  if (typeof found === 'string')
    return celError(`${PARSE_ERROR} ${PARSE_ERROR} netip.ParsePrefix(${quoteString(text)}): ${found}`);
  return isMappedIpv4(found.address) ? celError(`${PARSE_ERROR} ${mapped(text).message}`) : found;
}

/** Reads a network as Go's netip.ParsePrefix does; the reason if it is not one. */
function parsePrefix(text: string): Cidr | string {
  const slash = text.lastIndexOf('/');
  if (slash === -1) return "no '/'";
  const address = parseAddress(text.slice(0, slash));
  if (typeof address === 'string') return address;
  if (address.zone !== '') return 'IPv6 zones cannot be present in a prefix';
  const bits = text.slice(slash + 1);
  if (!/^(?:\d|[1-9]\d{0,18})$/.test(bits)) return `bad bits after slash: ${quoteString(bits)}`;
  if (BigInt(bits) >= 2n ** 63n) return `bad bits after slash: ${quoteString(bits)}`;
  return Number(bits) > address.bytes.length * 8 ? 'prefix length out of range' : cidrOf(address, Number(bits));
}

/** An address with the bits after the first ones zero. */
function masked(address: Address, bits: number): Address {
  const bytes = address.bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))));
  return { bytes, zone: '' };
}

const containsAddress = ({ address, bits }: Cidr, other: Address): boolean =>
  address.bytes.length === other.bytes.length && isSame(masked(address, bits), masked(other, bits));

/** Of networks without an address in common, and of one in a smaller one, neither contains the other. */
const containsNetwork = (network: Cidr, other: Cidr): boolean =>
  network.bits <= other.bits && containsAddress(network, other.address);

/** A property of an address: of its bytes, of which version 4 has 4. */
const property = (holds: (bytes: Uint8Array) => boolean): FunctionTable[string] =>
  unary(isIp, ({ address }) => holds(address.bytes));

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
const starts = (bytes: Uint8Array, first: number, second: number, mask = 0xff): boolean =>
  bytes[0] === first && ((bytes[1] ?? 0) & mask) === second;
const isV4 = (bytes: Uint8Array): boolean => bytes.length === 4;
const isLoopback = (bytes: Uint8Array): boolean =>
  isV4(bytes) ? bytes[0] === 127 : isZero(bytes.slice(0, 15)) && bytes[15] === 1;
const isMulticast = (bytes: Uint8Array): boolean =>
  isV4(bytes) ? ((bytes[0] ?? 0) & 0xf0) === 0xe0 : bytes[0] === 0xff;
const isLinkLocalUnicast = (bytes: Uint8Array): boolean =>
  isV4(bytes) ? starts(bytes, 169, 254) : starts(bytes, 0xfe, 0x80, 0xc0);
const isLinkLocalMulticast = (bytes: Uint8Array): boolean =>
  isV4(bytes) ? starts(bytes, 224, 0) && bytes[2] === 0 : starts(bytes, 0xff, 0x02, 0x0f);
const isGlobalUnicast = (bytes: Uint8Array): boolean =>
  !(isV4(bytes) && bytes.every((byte) => byte === 255)) &&
  !isZero(bytes) &&
  !isLoopback(bytes) &&
  !isMulticast(bytes) &&
  !isLinkLocalUnicast(bytes);

/** Addresses and networks. */
export const ip: FunctionTable = {
  string_to_ip: unary(isText, parseIp),
  is_ip: unary(isText, (text) => !isError(parseIp(text))),
  ip_is_canonical: unary(isText, (text) => {
    const found = parseIp(text);
    return isIp(found) ? formatAddress(found.address) === text : found;
  }),
  ip_to_string: unary(isIp, ({ address }) => formatAddress(address)),
  ip_family: unary(isIp, ({ address }) => (isV4(address.bytes) ? 4 : 6)),
  ip_is_unspecified: property(isZero),
  ip_is_loopback: property(isLoopback),
  ip_is_link_local_multicast: property(isLinkLocalMulticast),
  ip_is_link_local_unicast: property(isLinkLocalUnicast),
  ip_is_global_unicast: property(isGlobalUnicast),
  string_to_cidr: unary(isText, parseCidr),
  is_cidr: unary(isText, (text) => !isError(parseCidr(text))),
  cidr_to_string: unary(isCidr, ({ address, bits }) => `${formatAddress(address)}/${bits}`),
  cidr_ip: unary(isCidr, ({ address }) => ipOf(address)),
  cidr_prefix_length: unary(isCidr, ({ bits }) => bits),
  cidr_masked: unary(isCidr, ({ address, bits }) => cidrOf(masked(address, bits), bits)),
  cidr_contains_ip_ip: binary(isCidr, isIp, (network, { address }) => containsAddress(network, address)),
  cidr_contains_ip_string: binary(isCidr, isText, (network, text) => {
    const found = parseIp(text);
    return isIp(found) ? containsAddress(network, found.address) : noSuchOverload(network);
  }),
  cidr_contains_cidr: binary(isCidr, isCidr, containsNetwork),
  cidr_contains_cidr_string: binary(isCidr, isText, (network, text) => {
    const found = parseCidr(text);
    return isCidr(found) ? containsNetwork(network, found) : found;
  }),
};
