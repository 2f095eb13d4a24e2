import type { JsonObject } from '@kb/apimachinery';
import { sha512 } from '../../http/adapters/sha512.ts';
import { toBytes, toJson } from '../../http/encode.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { describeAll, describedParts } from './described-api.ts';
import { version2Document } from './version-2.ts';
import { version3Document } from './version-3.ts';

/** A document, as it is sent. */
export interface WrittenDocument {
  readonly json: Uint8Array;
  /** Names the content: SHA-512 of the JSON text, in capital hexadecimal digits. */
  readonly hash: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly madeAt: number;
}

/** The documents of a server. Each is made when it is first asked for, and again when what is served has changed. */
export interface Documents {
  /** The documents of version 3, by name. */
  readonly version3: ReadonlyMap<string, () => WrittenDocument>;
  readonly version2: () => WrittenDocument;
  /** When what is served was first seen as it is. */
  readonly since: number;
}

interface Cached {
  readonly generation: number;
  readonly documents: Documents;
  /** What each document of version 3 was made of. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** Resources, and their verbs, which change while a definition is being deleted. */
type Source = readonly (readonly [resource: ServedResource, verbs: readonly string[]])[];

const cached = new WeakMap<ServerContext, Cached>();

/** The documents of what is served now. */
export function documentsOf(server: ServerContext): Documents {
  const { generation } = server.registry;
  const present = cached.get(server);
  if (present?.generation === generation) return present.documents;
  const made = makeDocuments(server, present);
  cached.set(server, made);
  return made.documents;
}

type Written = Omit<WrittenDocument, 'madeAt'>;

/** Documents of built-in group versions never change: all servers of a process share them. */
const builtIn = new Map<string, Written>();

function makeDocuments({ registry, clock }: ServerContext, before: Cached | undefined): Cached {
  const now = clock.now();
  const version3 = new Map<string, () => WrittenDocument>();
  const sources = new Map<string, Source>();
  for (const [name, { describe, resources }] of describedParts(registry)) {
    const source: Source = resources.map((resource) => [resource, resource.verbs]);
    sources.set(name, source);
    const taken = isSame(before?.sources.get(name), source) ? before?.documents.version3.get(name) : undefined;
    const make = (): Written => write(version3Document(describe()));
    const custom = resources.some((resource) => resource.custom);
    version3.set(name, taken ?? lazily(() => ({ ...(custom ? make() : kept(name, make)), madeAt: now })));
  }
  const writeAll = (): Written => write(version2Document(describeAll(registry)));
  const hasCustom = [...registry.all()].some(({ custom }) => custom);
  const version2 = lazily(() => ({ ...(hasCustom ? writeAll() : kept('version 2', writeAll)), madeAt: now }));
  return { generation: registry.generation, documents: { version3, version2, since: now }, sources };
}

function isSame(before: Source | undefined, now: Source): boolean {
  return (
    before?.length === now.length &&
    now.every(([resource, verbs], index) => before[index]?.[0] === resource && before[index]?.[1] === verbs)
  );
}

function kept(name: string, make: () => Written): Written {
  const written = builtIn.get(name) ?? make();
  builtIn.set(name, written);
  return written;
}

function write(document: JsonObject): Written {
  const json = toBytes(toJson(document));
  return { json, hash: sha512(json) };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
