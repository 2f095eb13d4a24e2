import { isJsonObject } from '@kb/apimachinery/codec';
import { fromBase64 } from '../base64.ts';
import { singleField } from './fields.ts';
import { messageType } from './message.ts';
import { ProtobufReader } from './protobuf-reader.ts';
import { ProtobufWriter } from './protobuf-writer.ts';
import { bytesWire, textWire } from './scalar-wire-types.ts';

/** The number of bytes of a frame's length. */
export const FRAME_LENGTH = 4;

/**
 * Encodes a watch event in protobuf: its length in four bytes, then a message with the type and the object in its
 * envelope.
 */
export function writeWatchFrame(type: string, object: Uint8Array): Uint8Array {
  const writer = new ProtobufWriter();
  const part = (number: number, write: () => void): void => {
    const end = writer.length;
    write();
    writer.varint(writer.length - end);
    writer.tag(number, 2);
  };
  part(2, () => part(1, () => writer.raw(object)));
  part(1, () => writer.text(type));
  const length = new Uint8Array(FRAME_LENGTH);
  new DataView(length.buffer).setUint32(0, writer.length);
  writer.raw(length);
  return writer.finish();
}

const rawExtension = messageType('RawExtension', () => [
  { name: 'raw', field: singleField({ number: 1, name: 'raw' }, bytesWire, true) },
]);

const watchEvent = messageType('WatchEvent', () => [
  { name: 'type', field: singleField({ number: 1, name: 'type' }, textWire, false) },
  { name: 'object', field: singleField({ number: 2, name: 'object' }, rawExtension, false) },
]);

/**
 * Reads what {@link writeWatchFrame} writes after the length: the type, and the object in its envelope. Throws a
 * DecodeError.
 */
export function readWatchFrame(message: Uint8Array): { readonly type: string; readonly object: Uint8Array } {
  const event = watchEvent.read(new ProtobufReader(message));
  const { type, object } = isJsonObject(event) ? event : {};
  const raw = isJsonObject(object) ? object.raw : undefined;
  return { type: typeof type === 'string' ? type : '', object: fromBase64(typeof raw === 'string' ? raw : '') };
}
