import { failureStatus, notAcceptable, type Status } from '@kb/apimachinery';
import { trimBothOf } from '@kb/apimachinery/codec';
import { type AcceptClause, parseAccept, takes } from './media-type.ts';

/** The form in which an object is returned. */
export type Transform = 'none' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** The encoding of bodies. */
export type Encoding = 'json' | 'yaml' | 'protobuf';

/** The result of the negotiation for a request. */
export interface Representation {
  readonly encoding: Encoding;
  /** Indented; only for JSON. */
  readonly pretty: boolean;
  readonly transform: Transform;
  /** The version of the transform: `v1`, or `v1beta1` for old clients. */
  readonly metaVersion: 'v1' | 'v1beta1';
}

/** The headers and parameters that every negotiation needs. */
export interface Preferences {
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
  /** The `pretty` parameter. */
  readonly pretty: string | null;
}

/** The inputs of the negotiation of a response. */
export interface NegotiationInput extends Preferences {
  /**
   * True for custom resources, which have no protobuf form of their own. The router of built-in kinds does not support
   * `application/*`.
   */
  readonly custom: boolean;
  /** False if the resource has no tables (reviews). */
  readonly tables: boolean;
  /** True for a collection, which could also be watched. */
  readonly collection: boolean;
  readonly watch: boolean;
  /** The log of a Pod, which is text. Default: false. */
  readonly text?: boolean;
}

const encodings: readonly Encoding[] = ['json', 'yaml', 'protobuf'];

/** The content type of bodies in an encoding. */
export const mediaTypes: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
};

/** The media types that the server reads and writes, in the order of messages. */
export const writtenMediaTypes: readonly string[] = encodings.map((encoding) => mediaTypes[encoding]);

/** The media types of watches: YAML has no frames. */
const streamMediaTypes: readonly string[] = [mediaTypes.json, mediaTypes.protobuf].map(
  (type) => `${type};stream=watch`,
);

/** Negotiates the representation; returns a Status if the client accepts none. */
export function negotiate(input: NegotiationInput): Representation | Status {
  if (!input.custom && !isAcceptedByRouter(input)) return routerNotAcceptable(input);
  const found = firstAccepted(input, ({ parameters }, encoding) => {
    const server = parameters.get('sv') ?? '';
    if (server !== '' && server !== 'v1') return undefined;
    return transformOf(parameters, encoding, input);
  });
  if (!found) return notAcceptable(writtenMediaTypes);
  if (input.watch && found.encoding === 'yaml') return notAcceptable(streamMediaTypes);
  return found;
}

/**
 * The representation of an error: the one that the client prefers for objects, if errors can be written in it. A client
 * that accepts no such representation gets indented JSON.
 */
export function errorRepresentation(preferences: Preferences): Representation {
  return acceptedForStatus(preferences) ?? { encoding: 'json', pretty: true, transform: 'none', metaVersion: 'v1' };
}

/** Whether a client accepts a Status; others get one nevertheless. */
export function acceptsStatus(preferences: Preferences): boolean {
  return acceptedForStatus(preferences) !== undefined;
}

function acceptedForStatus(preferences: Preferences): Representation | undefined {
  return firstAccepted(preferences, ({ parameters }) => {
    if (['as', 'g', 'v', 'sv'].some((name) => parameters.has(name))) return undefined;
    return { transform: 'none', metaVersion: 'v1' };
  });
}

/** The result of `allow` for the first clause and encoding for which it returns one. */
function firstAccepted(
  preferences: Preferences,
  allow: (clause: AcceptClause, encoding: Encoding) => Pick<Representation, 'transform' | 'metaVersion'> | undefined,
): Representation | undefined {
  const { accept } = preferences;
  if (accept === undefined || accept === '')
    return { encoding: 'json', pretty: isPretty(preferences), transform: 'none', metaVersion: 'v1' };
  for (const clause of parseAccept(accept)) {
    for (const encoding of encodings) {
      if (!takes(clause, mediaTypes[encoding]) || !streamAllows(clause, encoding)) continue;
      const found = allow(clause, encoding);
      if (!found) continue;
      const pretty = encoding === 'json' && (clause.parameters.get('pretty') === '1' || isPretty(preferences));
      return { encoding, pretty, ...found };
    }
  }
  return undefined;
}

function streamAllows({ parameters }: AcceptClause, encoding: Encoding): boolean {
  const stream = parameters.get('stream') ?? '';
  return stream === '' || (stream === 'watch' && encoding !== 'yaml');
}

/** The transform that a clause requests, if the endpoint and the encoding support it. */
function transformOf(
  parameters: AcceptClause['parameters'],
  encoding: Encoding,
  { custom, tables }: NegotiationInput,
): Pick<Representation, 'transform' | 'metaVersion'> | undefined {
  const [as, group, version] = [parameters.get('as'), parameters.get('g'), parameters.get('v')];
  if (as === undefined && group === undefined && version === undefined) {
    return custom && encoding === 'protobuf' ? undefined : { transform: 'none', metaVersion: 'v1' };
  }
  if (group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  if (as === 'Table') return tables && encoding !== 'protobuf' ? { transform: as, metaVersion: version } : undefined;
  if (as !== 'PartialObjectMetadata' && as !== 'PartialObjectMetadataList') return undefined;
  return { transform: as, metaVersion: version };
}

/**
 * Whether the router in front of built-in kinds accepts a request: it compares media types literally, without their
 * parameters.
 */
export function isAcceptedByRouter({ accept = '', text = false }: Pick<NegotiationInput, 'accept' | 'text'>): boolean {
  if (accept === '') return true;
  const types = accept.split(',').map((clause) => trimBothOf(clause.split(';', 1)[0] ?? '', ' '));
  return types.some((type) => type === '*/*' || writtenMediaTypes.includes(type) || (text && type === TEXT));
}

const TEXT = 'text/plain';

function routerNotAcceptable({ collection, text = false }: NegotiationInput): Status {
  const available = [...(text ? [TEXT] : []), ...writtenMediaTypes, ...(collection ? streamMediaTypes : [])].join(', ');
  const message = `406: Not Acceptable\n\nAvailable representations: ${available}`;
  return failureStatus({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

function isPretty({ pretty, userAgent = '' }: Preferences): boolean {
  if (pretty) return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(pretty);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
