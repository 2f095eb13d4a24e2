import { concatBytes } from '@kb/apimachinery/codec';
import { DecodeError } from '../decode-error.ts';
import { singleField } from './fields.ts';
import { messageType } from './message.ts';
import { ProtobufReader } from './protobuf-reader.ts';
import { ProtobufWriter } from './protobuf-writer.ts';
import { textWire } from './scalar-wire-types.ts';

/** The first bytes of every body in protobuf. */
const PREFIX = Uint8Array.of(0x6b, 0x38, 0x73, 0);

/** The bytes after the message: content encoding and content type, which are always present and always empty. */
const SUFFIX = Uint8Array.of(0x1a, 0, 0x22, 0);

/** A message with its kind: Kubernetes' `runtime.Unknown`, which follows a prefix of four bytes. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The message itself. */
  readonly raw: Uint8Array;
}

/** Whether a body begins with the prefix of protobuf bodies. */
export function isEnvelope(bytes: Uint8Array): boolean {
  return PREFIX.every((byte, index) => bytes[index] === byte);
}

/** Puts a message into its envelope. */
export function writeEnvelope({ apiVersion, kind, raw }: Envelope): Uint8Array {
  const [head, tail] = envelopeAround({ apiVersion, kind }, raw.length);
  return concatBytes([head, raw, tail], head.length + raw.length + tail.length);
}

/** Returns the bytes before and after a message of this length in its envelope. */
export function envelopeAround(
  type: Pick<Envelope, 'apiVersion' | 'kind'>,
  length: number,
): readonly [head: Uint8Array, tail: Uint8Array] {
  const writer = new ProtobufWriter();
  writer.varint(length);
  writer.tag(2, 2);
  const end = writer.length;
  typeMeta.write(writer, type);
  writer.varint(writer.length - end);
  writer.tag(1, 2);
  writer.raw(PREFIX);
  return [writer.finish(), SUFFIX];
}

/** Returns the message in an envelope that this module wrote, by its length. */
export function messageIn(envelope: Uint8Array, length: number): Uint8Array {
  const end = envelope.length - SUFFIX.length;
  return envelope.subarray(end - length, end);
}

const typeMeta = messageType('TypeMeta', () =>
  ['apiVersion', 'kind'].map((name, index) => ({
    name,
    field: singleField({ number: index + 1, name }, textWire, false),
  })),
);

/** Reads an envelope. Throws a DecodeError with the message of Go's decoder. */
export function readEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new DecodeError('empty data');
  if (!isEnvelope(bytes)) {
    throw new DecodeError('provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]');
  }
  if (bytes.length === PREFIX.length) throw new DecodeError('empty body');
  const reader = new ProtobufReader(bytes, PREFIX.length);
  let type: ReturnType<typeof typeMeta.read> = {};
  let raw: Uint8Array = new Uint8Array();
  while (!reader.done) {
    const { number, wire } = reader.tag('Unknown');
    if (number > 4) {
      reader.skip(wire);
      continue;
    }
    const name = ['TypeMeta', 'Raw', 'ContentEncoding', 'ContentType'][number - 1] ?? '';
    if (wire !== 2) throw new DecodeError(`proto: wrong wireType = ${wire} for field ${name}`);
    const part = reader.part();
    if (number === 1) type = typeMeta.read(part, type);
    else if (number === 2) raw = part.raw();
  }
  const { apiVersion, kind } = type as { readonly apiVersion?: string; readonly kind?: string };
  return { apiVersion: apiVersion ?? '', kind: kind ?? '', raw };
}
