import { failureStatus, notAcceptable, type Status } from '@kb/apimachinery';
import { type MediaType, parseAccept, takes } from './media-type.ts';

/** In which form an object leaves the server. */
export type Transform = 'none' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** What was negotiated for the answer to a request. */
export interface Representation {
  readonly encoding: 'json' | 'yaml';
  readonly pretty: boolean;
  readonly transform: Transform;
  /** Of the transform: `v1`, or `v1beta1` for old clients. */
  readonly metaVersion: 'v1' | 'v1beta1';
}

/** What negotiation must know of the request. */
export interface NegotiationInput {
  readonly accept: string | undefined;
  readonly userAgent: string | undefined;
  /** The `pretty` parameter. */
  readonly pretty: string | null;
  /** Built-in kinds sit behind a router that knows no `application/*`. */
  readonly custom: boolean;
  readonly watch: boolean;
}

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

/** The media types that the server writes. Protobuf, which the real one also writes, is not among them. */
export const WRITTEN_MEDIA_TYPES: readonly string[] = [JSON_TYPE, YAML_TYPE];

/** Picks the representation, or says with a Status that the client takes none of those there are. */
export function negotiate(input: NegotiationInput): Representation | Status {
  const clauses = parseAccept(input.accept);
  if (!input.custom && !clauses.some(isRoutable)) return routerNotAcceptable();
  for (const clause of clauses) {
    const encoding = takes(clause, JSON_TYPE) ? 'json' : takes(clause, YAML_TYPE) ? 'yaml' : undefined;
    if (encoding === undefined || (input.watch && encoding === 'yaml')) continue;
    const transform = transformOf(clause);
    if (!transform) continue;
    return { encoding, pretty: isPretty(input, clause), ...transform };
  }
  return input.watch ? notAcceptable([`${JSON_TYPE};stream=watch`]) : notAcceptable(WRITTEN_MEDIA_TYPES);
}

/** How an error is written when nothing could be negotiated: as the client would have liked it, as far as that goes. */
export function errorEncoding(accept: string | undefined): Representation['encoding'] {
  const [first] = parseAccept(accept).filter(({ type }) => WRITTEN_MEDIA_TYPES.includes(type));
  return first?.type === YAML_TYPE ? 'yaml' : 'json';
}

function isRoutable(clause: MediaType): boolean {
  return clause.type === '*/*' || WRITTEN_MEDIA_TYPES.includes(clause.type);
}

function routerNotAcceptable(): Status {
  const message = `406: Not Acceptable\n\nAvailable representations: ${WRITTEN_MEDIA_TYPES.join(', ')}`;
  return failureStatus({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

function transformOf({ parameters }: MediaType): Pick<Representation, 'transform' | 'metaVersion'> | undefined {
  const known = new Set(['as', 'g', 'v', 'stream', 'pretty', 'profile', 'charset']);
  for (const name of parameters.keys())
    if (name === 'sv' || (name === 'stream' && parameters.get(name) !== 'watch')) return undefined;
  const as = parameters.get('as');
  if (as === undefined) {
    return [...parameters.keys()].some((name) => !known.has(name))
      ? undefined
      : { transform: 'none', metaVersion: 'v1' };
  }
  const metaVersion = parameters.get('v');
  if (parameters.get('g') !== 'meta.k8s.io' || (metaVersion !== 'v1' && metaVersion !== 'v1beta1')) return undefined;
  if (as !== 'Table' && as !== 'PartialObjectMetadata' && as !== 'PartialObjectMetadataList') return undefined;
  return { transform: as, metaVersion };
}

function isPretty({ pretty, userAgent = '' }: NegotiationInput, clause: MediaType): boolean {
  const asked = pretty || clause.parameters.get('pretty');
  if (asked) return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(asked);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
