import { badRequest, type JsonValue, unsupportedMediaType } from '@kb/apimachinery';
import { JsonSyntaxError, KEPT_JSON_DEPTH, MAX_JSON_DEPTH, parseJson, quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import type { ApiRequest } from '../../context/api-request.ts';
import { contentTypeOf } from '../../http/media-type.ts';
import { mediaTypes, writtenMediaTypes } from '../../http/negotiation.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { parseYaml, YamlError } from '../../yaml/parse-yaml.ts';
import { yamlText } from '../../yaml/reader/yaml-text.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { Findings } from '../../serializer/findings.ts';
import { jsonTypeName } from '../../serializer/json-type-name.ts';
import { OddNumbers } from '../../serializer/odd-numbers.ts';
import { fromMessage } from '../../serializer/protobuf/decode-protobuf.ts';
import { type Envelope, readEnvelope } from '../../serializer/protobuf/envelope.ts';
import { typeOfKind } from '../../serializer/protobuf/type-of-kind.ts';

/** A document as a client sent it. */
export interface ReadDocument {
  readonly value: JsonValue;
  /** The findings of field validation about duplicate keys. */
  readonly duplicates: readonly string[];
  /** The body itself, for messages. */
  readonly source: Uint8Array;
  /** Numbers of a JSON body that Go formats differently. */
  readonly oddNumbers?: OddNumbers;
  /** The first number beyond float64, as written. It is infinite in the value. */
  readonly hugeNumber?: string;
  /** True if the value is nested more deeply than objects can be stored. */
  readonly deep?: boolean;
  /** True for a document in YAML. */
  readonly isYaml?: boolean;
}

/** The kind of a body that does not state its kind, and the kind in error messages. */
export interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** True if messages describe the problem of the body, and not the expected kind (options of a delete). */
  readonly plain?: boolean;
  /** True for a custom resource, which has no protobuf form. */
  readonly custom?: boolean;
  /** True if values may be nested as deeply as JSON allows. */
  readonly storedAsJson?: boolean;
}

/** Reads the body of a DELETE or another request as one document, in any format. Throws a StatusError. */
export async function readDocument(request: ApiRequest, expected: ExpectedKind): Promise<ReadDocument> {
  const read = readerOf(request);
  return read(await request.body(), expected);
}

/**
 * Reads the body of a POST or PUT, and its options. An unknown content type is reported before mistakes in the options,
 * and those before mistakes in the body. Throws a StatusError.
 */
export async function readWrite(
  request: ApiRequest,
  expected: ExpectedKind,
  kind: 'CreateOptions' | 'UpdateOptions',
): Promise<{ readonly document: ReadDocument; readonly options: WriteOptions }> {
  const read = readerOf(request);
  const bytes = await request.body();
  const options = readWriteOptions(request, kind);
  return { document: await read(bytes, expected), options };
}

type Reader = (bytes: Uint8Array, expected: ExpectedKind) => ReadDocument | Promise<ReadDocument>;

/** The reader for the format of a body. Throws the StatusError of an unknown format. */
function readerOf(request: ApiRequest): Reader {
  const type = contentTypeOf(request.headers['content-type']);
  if (type === '' || type === mediaTypes.json) return readJsonDocument;
  if (type === mediaTypes.yaml) return readYamlDocument;
  if (type === mediaTypes.protobuf) return readProtobufDocument;
  return refuse(unsupportedMediaType(writtenMediaTypes));
}

/** The maximum number of duplicate keys that Go's decoder reports. */
export const MAX_DUPLICATES = 100;

function readJsonDocument(bytes: Uint8Array, expected: ExpectedKind): ReadDocument {
  const duplicates = new Findings(MAX_DUPLICATES);
  let oddNumbers: OddNumbers | undefined;
  let hugeNumber: string | undefined;
  let depth = 0;
  try {
    const value = parseJson(bytes, {
      onDuplicateKey: (path) => {
        if (!duplicates.isFull) duplicates.add(`duplicate field ${quoteString(path)}`);
      },
      onOddNumber: (path, literal) => {
        (oddNumbers ??= new OddNumbers()).add(path, literal);
        if (!Number.isFinite(Number(literal))) hugeNumber ??= literal;
      },
      takesHugeNumbers: true,
      // In other kinds, deeper values are nearly always dropped, because no field has a type for them.
      maxDepth: expected.storedAsJson ? KEPT_JSON_DEPTH : MAX_JSON_DEPTH,
      onDepth: (deepest) => (depth = deepest),
    });
    return {
      value,
      duplicates: duplicates.texts,
      source: bytes,
      ...(oddNumbers && { oddNumbers }),
      ...(hugeNumber !== undefined && { hugeNumber }),
      ...(depth > KEPT_JSON_DEPTH && { deep: true }),
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refuse(
      badRequest(unreadable(expected, `couldn't get version/kind; json parse error: ${error.message}`, bytes)),
    );
  }
}

async function readYamlDocument(bytes: Uint8Array, expected: ExpectedKind): Promise<ReadDocument> {
  try {
    const { value, duplicates } = await parseYaml(yamlText(bytes));
    return {
      value,
      duplicates: duplicates.length === 0 ? [] : [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`],
      source: bytes,
      isYaml: true,
    };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return refuse(badRequest(unreadable(expected, error.message, bytes)));
  }
}

/** The message of Go's decoder for a document that is not an object. */
export function notAnObject(value: JsonValue): string {
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
}

function unreadable({ kind, plain = false }: ExpectedKind, why: string, bytes: Uint8Array): string {
  return plain ? why : `${unrecognized(kind)}: ${why} (${excerpt(bytes)})`;
}

/**
 * A protobuf body states its kind in its envelope. A value without a type there is passed on by its name alone, so that
 * the endpoint refuses it.
 */
function readProtobufDocument(bytes: Uint8Array, expected: ExpectedKind): ReadDocument {
  const envelope = orRefuse(
    (): Envelope => readEnvelope(bytes),
    (why) => unreadable(expected, why, bytes),
  );
  const apiVersion = envelope.apiVersion || expected.apiVersion;
  const kind = envelope.kind || expected.kind;
  if (expected.custom) {
    const why = "Object 'Kind' is missing in 'object has no kind field '";
    refuse(
      badRequest(
        `${expected.kind} in version ${versionText(expected)} cannot be handled as a ${expected.kind}: ${why}`,
      ),
    );
  }
  const type = typeOfKind(apiVersion, kind);
  if (!type) return { value: { apiVersion, kind }, duplicates: [], source: bytes };
  const value = orRefuse(
    () => fromMessage(type, envelope.raw),
    (why) =>
      kind === 'DeleteOptions'
        ? why
        : `${kind} in version ${versionText({ apiVersion })} cannot be handled as a ${expected.kind}: ${why}`,
  );
  return { value: { ...value, apiVersion, kind }, duplicates: [], source: bytes };
}

function versionText({ apiVersion }: Pick<ExpectedKind, 'apiVersion'>): string {
  return quoteString(apiVersion.slice(apiVersion.lastIndexOf('/') + 1));
}

function orRefuse<T>(decode: () => T, message: (why: string) => string): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return refuse(badRequest(message(error.message)));
  }
}

/** The beginning of the messages about bodies of an unknown kind. */
export const unrecognized = (kind: string): string => `the object provided is unrecognized (must be of type ${kind})`;

/** The beginning of a body in error messages: as text if it looks like JSON, otherwise in hex. */
export function excerpt(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>';
  const head = bytes.subarray(0, 30);
  const text =
    head[0] === 0x7b
      ? new TextDecoder().decode(head)
      : [...head].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return bytes.length > head.length ? `${text} ...` : text;
}
